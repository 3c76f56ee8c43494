/**
 * `npm test`: everything that must hold, on a fresh clone with Node and npm only. Its last line adds all runners up.
 * `--allow-missing` turns a missing machine part into a named skip; `--only=<step>` runs one step.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale, installWhenMissing, root } from './workspace.mjs'

const allowMissing = process.argv.includes('--allow-missing')
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const scratch = mkdtempSync(join(tmpdir(), 'basedeck-test-'))
const total = { passed: 0, failed: 0, skipped: 0 }
const skippedParts = []
const failedSteps = []

installWhenMissing()

const steps = {
  format: () => check('npx', ['oxfmt', '--check']),
  lint: () => check('npx', ['oxlint', '--deny-warnings']),
  imports: () => check('node', ['scripts/check-imports.mjs']),
  rules: () => check('node', ['scripts/rules-doc.mjs', '--check']),
  access: () => check('node', ['scripts/access-doc.mjs', '--check']),
  types: () => check('npm', ['run', '--silent', 'typecheck']),
  unit: vitest,
  build: () => {
    buildWhenStale()
    return { passed: 1, failed: 0, skipped: 0 }
  },
  headless: () => check('node', ['scripts/headless-proof.mjs']),
  browser: playwright,
}

if (only && !(only in steps)) {
  console.error(`There is no step ${only}; there are ${Object.keys(steps).join(', ')}`)
  process.exit(64)
}
try {
  for (const [name, step] of Object.entries(steps)) {
    if (only && only !== name) continue
    console.log(`\n── ${name}`)
    add(name, await step())
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
if (skippedParts.length > 0) console.log(`\nSkipped: ${skippedParts.join(', ')}`)
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 ? 1 : 0)

function add(name, counts) {
  for (const key of Object.keys(total)) total[key] += counts[key]
  if (counts.failed > 0) failedSteps.push(name)
}

/** A program that either holds or not counts as one. */
function check(command, args) {
  const ok = execute(command, args) === 0
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

function vitest() {
  const report = join(scratch, 'vitest.json')
  const status = execute('npx', [
    'vitest',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return countsFrom(report, status, (result) => ({
    passed: result.numPassedTests,
    // A file that does not even load holds no test to count.
    failed:
      result.numFailedTests +
      result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
        .length,
    skipped: result.numPendingTests + result.numTodoTests,
  }))
}

async function playwright() {
  const { chromiumAdvice, findOrInstallChromium } = await import('./machine.mjs')
  const chromium = await findOrInstallChromium()
  if (!chromium) {
    console.log(chromiumAdvice)
    if (!allowMissing) return { passed: 0, failed: 1, skipped: 0 }
    skippedParts.push('browser tests (no Chromium)')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const report = join(scratch, 'playwright.json')
  const status = execute('npx', ['playwright', 'test', '--reporter=line,json'], {
    BASEDECK_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return countsFrom(report, status, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
}

function countsFrom(file, status, read) {
  let counts
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.log(`The runner left no report (${error.message})`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  // A runner that fails without a failed test (an unhandled error) still fails.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}

function execute(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...env },
  })
  return status ?? 1
}
