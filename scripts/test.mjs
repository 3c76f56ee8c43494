/**
 * `npm test`: everything that must hold, on a fresh clone with Node and npm only. It ends with where the time went; its
 * last line adds all runners up.
 *
 * `--changed[=commit]` runs only what the changes since that commit can reach (default: what is not committed).
 * `--only=<step>` runs one step. `--allow-missing` turns a missing machine part into a named skip.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumAdvice, fastFolder, findOrInstallChromium, installPgbouncer } from './machine.mjs'
import { changedFiles, journeysFor } from './changed.mjs'
import { costTable } from './test-costs.mjs'
import { failedJourneys, failedUnitTests, failureDigest, MAY_RUN_AGAIN } from './test-failures.mjs'
import { buildWhenStale, installWhenMissing, root } from './workspace.mjs'

const allowMissing = process.argv.includes('--allow-missing')
const only = option('only')
const since = option('changed') ?? (process.argv.includes('--changed') ? 'HEAD' : undefined)
const begun = performance.now()
const scratch = mkdtempSync(join(await fastFolder(), 'basedeck-test-'))
// As root, PostgreSQL runs as another user, who must get in.
chmodSync(scratch, 0o755)
/** Empty databases are made once for the whole run, and copied. */
const environment = {
  ...process.env,
  TMPDIR: scratch,
  BASEDECK_TEMPLATES_DIR: join(scratch, 'templates'),
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
}
/** The packages that a journey reads are their sources: built ones may not be there yet. */
const FROM_SOURCES = { NODE_OPTIONS: '--conditions=@basedeck/source' }
const nothing = { passed: 0, failed: 0, skipped: 0 }
const total = { passed: 0, failed: 0, skipped: 0 }
const skippedParts = []
const failedSteps = new Set()
/** Seconds of each step, in the order in which they ended. */
const steps = []
/** Test files, journeys and pages with the seconds they took. */
const costs = []
/** Tests that failed, with what they said. */
const failures = []

await timed('install', async () => installWhenMissing())
// Without it, its own tests fail and say how to get it.
if (!installPgbouncer() && allowMissing) {
  environment.BASEDECK_WITHOUT_PGBOUNCER = '1'
  skippedParts.push('poolers (no PgBouncer)')
}
const changed = since === undefined ? undefined : changedFiles(since)
const reached = changed && journeysFor(changed)

/** The steps of a row run one after the other, the rows of a stage in parallel. */
const stages = [
  [
    [
      ['format', () => check('npx', ['oxfmt', '--check', ...formatted()])],
      ['lint', () => check('npx', ['oxlint', '--deny-warnings'])],
      ['imports', () => check('node', ['scripts/check-imports.mjs'])],
      ['rules', () => check('node', ['scripts/rules-doc.mjs', '--check'])],
      ['access', () => check('node', ['scripts/access-doc.mjs', '--check'])],
      ['docstrings', () => check('node', ['scripts/check-docstrings.mjs'])],
      ['types', () => check('node', ['scripts/typecheck.mjs'])],
    ],
    [['build', build]],
  ],
  [[['unit', vitest]]],
  [
    [
      ['packages', packages],
      ['headless', headless],
    ],
    [['browser', playwright]],
  ],
]

const names = stages.flat(2).flatMap(([name]) => (typeof name === 'string' ? [name] : []))
if (only !== undefined && !names.includes(only)) {
  console.error(`There is no step ${only}; there are ${names.join(', ')}`)
  process.exit(64)
}
try {
  for (const rows of stages) await Promise.all(rows.map(runRow))
  await runFailedAgain()
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`\n${costTable({ steps, costs, seconds: secondsSince(begun) })}`)
if (skippedParts.length > 0) console.log(`\nSkipped: ${skippedParts.join(', ')}`)
if (failures.length > 0) console.log(`\n${failureDigest(failures)}`)
if (failedSteps.size > 0) console.log(`\nFailed: ${[...failedSteps].join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 ? 1 : 0)

async function runRow(row) {
  for (const [name, step] of row) {
    if (only !== undefined && only !== name) continue
    console.log(`── ${name}`)
    const counts = await timed(name, step)
    for (const key of Object.keys(total)) total[key] += counts[key]
    if (counts.failed > 0) failedSteps.add(name)
  }
}

/**
 * The few tests that failed beside all others run once more, alone: a machine at its limit is told from a fault. What
 * passes then is counted as passed and still listed with its message, since it wants mending.
 */
async function runFailedAgain() {
  if (failures.length === 0 || failures.length > MAY_RUN_AGAIN) return
  console.log('── failed tests once more, alone')
  await timed('once more', async () => {
    for (const [step, again] of [
      ['unit', vitestAgain],
      ['browser', playwrightAgain],
    ]) {
      const failed = failures.filter((failure) => failure.step === step)
      if (failed.length === 0 || !(await again(failed))) continue
      for (const failure of failed) failure.passedAgain = true
      total.failed -= failed.length
      total.passed += failed.length
      failedSteps.delete(step)
    }
  })
}

async function vitestAgain(failed) {
  const files = new Set(failed.map(({ file }) => file))
  const { status } = await execute('npx', ['vitest', 'run', ...files, '--maxWorkers=1', '--reporter=dot'])
  return status === 0
}

async function playwrightAgain(failed) {
  const journeys = failed.map(({ file }) => file)
  const projects = new Set(failed.map(({ project }) => `--project=${project}`))
  const command = ['playwright', 'test', '--reporter=line', '--workers=1']
  const { status } = await execute('npx', [...command, ...projects, ...journeys], FROM_SOURCES)
  return status === 0
}

async function timed(name, step) {
  const from = performance.now()
  const result = await step()
  steps.push({ name, seconds: secondsSince(from) })
  return result
}

function secondsSince(from) {
  return (performance.now() - from) / 1000
}

function formatted() {
  return changed?.filter((file) => /\.(m?js|tsx?|json|md|css|html)$/.test(file)) ?? []
}

/** A program that either holds or not counts as one. */
async function check(command, args) {
  const { status } = await execute(command, args)
  return one(status === 0 ? 'passed' : 'failed')
}

/** A screen alone can't take the packages apart. */
async function packages() {
  if (reached && !reached.isWide) return nothing
  return check('node', ['scripts/check-packages.mjs'])
}

async function headless() {
  if (reached && !reached.isWide) return nothing
  return check('node', ['scripts/headless-proof.mjs'])
}

async function build() {
  buildWhenStale()
  return one('passed')
}

function one(outcome) {
  return { passed: 0, failed: 0, skipped: 0, [outcome]: 1 }
}

async function vitest() {
  const report = join(scratch, 'vitest.json')
  const { status } = await execute('npx', [
    'vitest',
    'run',
    ...(since === undefined ? [] : ['--changed', since, '--passWithNoTests']),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return countsFrom(report, status, (result) => {
    failures.push(...failedUnitTests(result))
    for (const { name, startTime, endTime } of result.testResults)
      costs.push({ kind: 'file', name: name.slice(root.length + 1), seconds: (endTime - startTime) / 1000 })
    return {
      passed: result.numPassedTests,
      // A file that does not even load holds no test to count.
      failed:
        result.numFailedTests +
        result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
          .length,
      skipped: result.numPendingTests + result.numTodoTests,
    }
  })
}

async function playwright() {
  if (reached?.files.length === 0) return nothing
  const chromium = await findOrInstallChromium()
  if (!chromium) {
    console.log(chromiumAdvice)
    if (!allowMissing) return one('failed')
    skippedParts.push('browser tests (no Chromium)')
    return one('skipped')
  }
  environment.BASEDECK_CHROMIUM = chromium
  buildWhenStale()
  const report = join(scratch, 'playwright.json')
  // A screen is the same on every engine.
  const journeys = reached ? [...reached.files, ...(reached.isWide ? [] : ['--project=cluster'])] : []
  const { status } = await execute('npx', ['playwright', 'test', '--reporter=line,json', ...journeys], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...FROM_SOURCES,
    ...(reached ? { BASEDECK_EVERY_JOURNEY: '1' } : {}),
    ...(reached?.pages ? { BASEDECK_WALK_ONLY: reached.pages.join(',') } : {}),
  })
  return countsFrom(report, status, ({ stats, suites }) => {
    for (const suite of suites) addJourneys(suite, suite.file)
    failures.push(...failedJourneys({ suites }))
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
  })
}

function addJourneys({ suites = [], specs = [] }, file) {
  for (const inner of suites) addJourneys(inner, file)
  for (const { title, tests } of specs) {
    for (const { projectName, results, annotations } of tests) {
      const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000
      const pages = annotations.filter(({ type }) => type === 'page')
      const kind = pages.length > 0 ? 'walk' : 'journey'
      costs.push({ kind, name: `e2e/${file} › ${title} (${projectName})`, seconds })
      for (const { description } of pages) {
        const [name, ms] = description.split(' ')
        costs.push({ kind: 'page', name: `${name} (${title})`, seconds: Number(ms) / 1000 })
      }
    }
  }
}

function countsFrom(file, status, read) {
  let counts
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.log(`The runner left no report (${error.message})`)
    return one('failed')
  }
  // A runner that fails without a failed test (an unhandled error) still fails.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}

function execute(command, args, more = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, ...more },
  })
  return new Promise((resolve) => void child.once('close', (status) => resolve({ status: status ?? 1 })))
}

function option(name) {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
}
