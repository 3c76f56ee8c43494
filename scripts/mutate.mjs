/**
 * `npm run mutate [group…]`: changes the meaning of the code in one place at a time, and looks whether a test notices
 * (Stryker). `rules` is short for all groups whose names begin so. It works in a copy of the checkout, which it keeps: what
 * did not change since is not tried again. Writes `bench/results/mutation.json`. A group whose share of noticed changes is
 * below 85 % fails.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { equivalents } from './mutation-equivalents/index.mjs'
import { groups } from './mutation-groups.mjs'
import { figuresOf, sentenceOf, asStart } from './mutation-report.mjs'
import { installWhenMissing, root } from './workspace.mjs'

const STRYKER = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']
const WANTED_PERCENT = 85

const copy = join(tmpdir(), `basedeck-mutate-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`)
const results = join(root, 'bench', 'results', 'mutation.json')

const wanted = process.argv.slice(2)
const isAsked = (name, word) => name === word || name.startsWith(`${word}-`)
const unknown = wanted.filter((word) => !Object.keys(groups).some((name) => isAsked(name, word)))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. There are ${Object.keys(groups).join(', ')}.`)
  process.exit(64)
}
installWhenMissing()
copyCheckout()
let isBelow = false
const asked = Object.entries(groups).filter(
  ([name]) => wanted.length === 0 || wanted.some((word) => isAsked(name, word)),
)
const control = asked.some(([, { usesControl }]) => usesControl) ? await startControl() : undefined
for (const [name, group] of asked) {
  const figures = mutate(name, group)
  await control?.check()
  // Read now: another group may have ended meanwhile.
  const others = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {}
  writeFileSync(results, `${JSON.stringify({ ...others, [name]: figures }, null, 2)}\n`)
  console.log(sentenceOf(name, figures))
  isBelow ||= figures.percent < WANTED_PERCENT
}
control?.end()
process.exitCode = isBelow ? 1 : 0

/** A server with empty control planes for the tests. */
async function startControl() {
  const server = spawn('npx', ['tsx', '--conditions=@basedeck/source', 'scripts/mutation-control.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The server of the control planes is gone.')
    return value
  }
  const url = await nextLine()
  return {
    url,
    /** Without it every test fails, which would count as noticed. @throws when it does not answer */
    check() {
      server.stdin.write('\n')
      return nextLine()
    },
    end: () => server.stdin.end(),
  }
}

/** Files of the checkout as they are now; packages as links to the same bytes. */
function copyCheckout() {
  mkdirSync(copy, { recursive: true })
  const listed = (...options) =>
    run('git', ['ls-files', '-z', ...options], root)
      .split('\0')
      .filter(Boolean)
  const deleted = new Set(listed('--deleted'))
  const files = listed('--cached', '--others', '--exclude-standard').filter((file) => !deleted.has(file))
  const list = join(copy, '.files')
  const before = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : []
  for (const gone of before.filter((file) => !files.includes(file))) rmSync(join(copy, gone), { force: true })
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  writeFileSync(list, files.join('\n'))
  const stamp = join(copy, '.packages')
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8') + STRYKER.join(' ')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  for (const folder of ['.', 'apps/platform', 'packages/ui-react']) {
    const modules = join(folder, 'node_modules')
    rmSync(join(copy, modules), { recursive: true, force: true })
    if (existsSync(join(root, modules))) copyFolder(join(root, modules), join(copy, modules))
  }
  // npm writes into this file, which must not change in the checkout: a link would be the same file.
  const record = join('node_modules', '.package-lock.json')
  rmSync(join(copy, record), { force: true })
  cpSync(join(root, record), join(copy, record))
  // Not among the packages of the checkout: all that install it would wait for them.
  run('npm', ['install', '--no-save', '--no-package-lock', '--ignore-scripts', ...STRYKER], copy)
  writeFileSync(stamp, lock)
}

/** As links to the same bytes where both folders are on one disk, which is fast; as copies elsewhere. */
function copyFolder(from, to) {
  const { status } = spawnSync('cp', ['-al', from, to], { stdio: 'ignore' })
  if (status === 0) return
  rmSync(to, { recursive: true, force: true })
  run('cp', ['-a', from, to], root)
}

function mutate(name, { mutate: sources, tests }) {
  const reportFile = join(copy, '.mutation', `${name}.report.json`)
  mkdirSync(dirname(reportFile), { recursive: true })
  const incrementalFile = join(copy, '.mutation', `${name}.incremental.json`)
  if (existsSync(incrementalFile))
    writeFileSync(incrementalFile, JSON.stringify(asStart(JSON.parse(readFileSync(incrementalFile, 'utf8')))))
  writeFileSync(
    join(copy, 'stryker.config.json'),
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'scripts/mutation-vitest.config.ts', related: false },
      mutate: [...sources, '!**/*.test.ts'],
      inPlace: true,
      coverageAnalysis: 'perTest',
      ignoreStatic: true,
      incremental: true,
      incrementalFile,
      concurrency: cpus().length,
      // What ends late counts as noticed, and on a busy machine everything ends late. A test that hangs is ended by
      // `mutation-runner.config.ts`: only a loop that gives up no turn is waited for so long.
      dryRunTimeoutMinutes: 60,
      timeoutMS: 10_000,
      timeoutFactor: 4,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: reportFile },
      allowConsoleColors: false,
      cleanTempDir: 'always',
    }),
  )
  const began = performance.now()
  // A test that waits in vain is ended by the same.
  const { status } = spawnSync('npx', ['stryker', 'run'], {
    cwd: copy,
    stdio: 'inherit',
    env: {
      ...process.env,
      BASEDECK_MUTATION_TESTS: JSON.stringify(tests),
      BASEDECK_PATIENCE_MS: '3600000',
      ...(control && { BASEDECK_TEST_CONTROL_URL: control.url }),
    },
  })
  if (status !== 0 || !existsSync(reportFile)) throw new Error(`Stryker broke off in the group ${name}.`)
  const seconds = Math.round((performance.now() - began) / 1000)
  return { ...figuresOf(JSON.parse(readFileSync(reportFile, 'utf8')), equivalents), seconds }
}

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr}`)
  return stdout
}
