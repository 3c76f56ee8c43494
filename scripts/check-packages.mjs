/**
 * Proves that the packages work for somebody who installs them: packs each one, lets publint and are-the-types-wrong look
 * at the tarball, unpacks them into an empty folder, and types and runs the examples of every README there.
 */
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { compared, examplesOf } from './readme-examples.mjs'
import { packInto, root, run } from './workspace.mjs'

const PACKAGES = [
  'packages/sql-guard',
  'packages/storage-engine',
  'packages/data-api',
  'packages/platform-client',
  'packages/core',
]
/** The packages are ES modules only: what `require` of an old Node and TypeScript's oldest lookup find does not matter. */
const RESOLUTIONS = ['node16-esm', 'bundler']
/** An example that does not end is a failure too. */
const EXAMPLE_LIMIT_MS = 30_000
const TSCONFIG = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    noEmit: true,
  },
  include: ['*.ts'],
}

run('npx', [
  'turbo',
  'run',
  'build',
  ...PACKAGES.map((name) => `--filter=./${name}`),
  '--output-logs=errors-only',
])
const folder = mkdtempSync(join(tmpdir(), 'basedeck-packages-'))
const problems = []
let examples = 0
try {
  for (const [index, tarball] of packInto(folder, PACKAGES).entries()) {
    const name = PACKAGES[index]
    problems.push(...(await tarballProblems(name, readFileSync(tarball))))
    unpack(name, tarball)
  }
  writeFileSync(join(folder, 'package.json'), '{"name":"examples","private":true,"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  link('@types/node')
  const platform = join(folder, 'platform.mjs')
  writeFileSync(platform, readFileSync(join(root, 'scripts/readme-platform.mjs')))
  for (const place of ['.', ...PACKAGES]) problems.push(...exampleProblems(place, platform))
  problems.push(...typeProblems())
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? `${PACKAGES.length} packages are as they should be; ${examples} examples run.`
    : `${problems.length} problems with the packages.`,
)
process.exit(problems.length === 0 ? 0 : 1)

async function tarballProblems(name, bytes) {
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  const types = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
  return [
    ...messages.map((message) => `${name}: ${formatMessage(message, pkg, { color: false })}`),
    ...(types.types ? [] : [`${name}: no types`]),
    ...(types.problems ?? [])
      .filter(({ resolutionKind }) => resolutionKind === undefined || RESOLUTIONS.includes(resolutionKind))
      .map((problem) => `${name}: ${JSON.stringify(problem)}`),
  ]
}

/** As npm would install it; what it depends on is taken from here, so that nothing is fetched. */
function unpack(name, tarball) {
  const { name: installed, dependencies } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))
  const target = join(folder, 'node_modules', installed)
  mkdirSync(target, { recursive: true })
  run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  for (const dependency of Object.keys(dependencies).filter((each) => !each.startsWith('@basedeck/')))
    link(dependency)
}

function link(dependency) {
  const path = join(folder, 'node_modules', dependency)
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(root, 'node_modules', dependency), path, 'junction')
}

function exampleProblems(place, platform) {
  const found = examplesOf(readFileSync(join(root, place, 'README.md'), 'utf8'))
  if (found.length === 0) return [`${place}/README.md has no example`]
  return found.flatMap((code, index) => {
    examples += 1
    const file = join(folder, `${place.replaceAll(/\W+/g, '-')}-${index}`)
    writeFileSync(`${file}.ts`, code)
    writeFileSync(`${file}.mjs`, compared(code))
    const what = `Example ${index + 1} of ${place}/README.md`
    return outcomeOf(what, ['--import', pathToFileURL(platform).href, `${file}.mjs`])
  })
}

/** What is wrong in the examples and in the declarations of the packages; those of others are their makers' matter. */
function typeProblems() {
  const { stdout } = node([join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
  return stdout.split('\n').filter((line) => line.includes('error TS') && !line.startsWith('..'))
}

function outcomeOf(what, args) {
  const { status, stdout, stderr } = node(args)
  return status === 0 ? [] : [`${what} failed\n${stdout}${stderr}`]
}

function node(args) {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: EXAMPLE_LIMIT_MS })
}
