/** Makes a checkout ready to run: installs what the lock file names and is missing, builds what is stale. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stampFile = join(root, 'node_modules', '.cache', 'basedeck-build')
const packagesStampFile = join(root, 'node_modules', '.cache', 'basedeck-packages-build')
const NO_TELEMETRY = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
/** What a script can import or call. */
const SCRIPTED = ['sql-guard', 'storage-engine', 'data-api', 'platform-client', 'core', 'cli-smoke']

/** Installs exactly what the lock file says, when node_modules differs from it. */
export function installWhenMissing() {
  if (isInstalled()) return
  console.log('Installing dependencies …')
  // Install scripts are not needed by any of them, and a stranger's script is a risk.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
}

function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      !path.startsWith('node_modules/') ||
      link ||
      present[path]?.version === version ||
      (optional && !present[path]),
  )
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

/** Builds the program and the dashboard inside it, when a source changed since the last build. */
export function buildWhenStale() {
  const fingerprint = fingerprintOfSources()
  const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (built === fingerprint && existsSync(join(root, 'apps/platform/dist/main.js'))) return
  console.log('Building …')
  // Both take the packages from their sources: nothing else has to be built first.
  run('npx', ['turbo', 'run', 'build', '--filter=basedeck', '--output-logs=errors-only'])
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, fingerprint)
}

/** Builds what scripts import, beside the running program, when a source changed since the last time. It ends with the program. */
export function buildPackagesBehind() {
  const fingerprint = fingerprintOfSources()
  if (existsSync(packagesStampFile) && readFileSync(packagesStampFile, 'utf8') === fingerprint) return
  const filters = SCRIPTED.map((name) => `--filter=@basedeck/${name}`)
  const child = spawn('npx', ['turbo', 'run', 'build', ...filters, '--output-logs=errors-only'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, ...NO_TELEMETRY },
  })
  child.unref()
  process.once('exit', () => child.kill())
  child.once('error', () =>
    console.error('The packages for scripts could not be built: run "npm run build".'),
  )
  child.once('exit', (code) => {
    if (code !== 0) return
    writeFileSync(packagesStampFile, fingerprint)
    console.log('The packages for scripts are built.')
  })
}

function fingerprintOfSources() {
  const hash = createHash('sha1')
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, group)).sort()) addFolder(hash, join(root, group, name))
  }
  for (const file of ['package-lock.json', 'tsconfig.base.json', 'turbo.json'])
    addFile(hash, join(root, file))
  return hash.digest('hex')
}

function addFolder(hash, folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, path)
    else if (!/\.test\.tsx?$/.test(entry.name)) addFile(hash, path)
  }
}

function addFile(hash, path) {
  const { mtimeMs, size } = statSync(path)
  hash.update(`${path}\0${mtimeMs}\0${size}\n`)
}

/** Packs packages, given by their folders, as npm would publish them. @returns the paths of the tarballs, in the same order */
export function packInto(folder, packages) {
  const args = ['pack', '--json', '--loglevel=error', '--pack-destination', folder]
  const { status, stdout, stderr } = spawnSync(
    'npm',
    [...args, ...packages.map((path) => `--workspace=${path}`)],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`npm pack of ${packages.join(', ')} failed\n${stdout}${stderr}`)
  const packed = new Map(JSON.parse(stdout).map(({ name, filename }) => [name, filename]))
  return packages.map((path) => {
    const { name } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
    return join(folder, packed.get(name))
  })
}

/** Runs a program in the workspace; a failure ends this one. */
export function run(command, args, options = {}) {
  const env = { ...process.env, ...NO_TELEMETRY, ...options.env }
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options, env })
  if (error) throw error
  if (status !== 0) {
    console.error(`${command} ${args.join(' ')} failed`)
    process.exit(status ?? 1)
  }
}
