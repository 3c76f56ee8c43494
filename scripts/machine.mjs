/** The machine parts the tests need: a Chromium, room for databases. PostgreSQL comes with npm where the machine has none. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { root } from './workspace.mjs'

/** Chromium without a window: a journey takes it a tenth less time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium to test with, installed when missing; undefined when it can't be had. */
export async function findOrInstallChromium() {
  const { chromium } = await import('playwright-core')
  const first = (...candidates) => candidates.find((path) => path && existsSync(path))
  const light = () => first(process.env.BASEDECK_CHROMIUM, chromium.executablePath(), HEADLESS_SHELL)
  return (
    light() ??
    (installWithDebian('chromium-headless-shell', 'fonts-liberation') ? light() : undefined) ??
    first(...CHROMIUMS) ??
    (installWithPlaywright() ? light() : undefined) ??
    (installWithDebian('chromium', 'fonts-liberation') ? first(...CHROMIUMS) : undefined)
  )
}

function installWithPlaywright() {
  if (process.env.BASEDECK_OFFLINE) return false
  console.log('Installing Chromium by Playwright …')
  return succeeds('npx', ['playwright-core', 'install', 'chromium', '--no-shell'], 120_000)
}

/** Debian's strace, by which power cuts are tried on PostgreSQL's own files. */
export function installStrace() {
  return succeeds('strace', ['-V']) || installWithDebian('strace')
}

/** The connection pooler that a hosted platform runs. Debian keeps it where only root's PATH leads. */
export function installPgbouncer() {
  return (
    succeeds('pgbouncer', ['--version']) ||
    succeeds('/usr/sbin/pgbouncer', ['--version']) ||
    installWithDebian('pgbouncer')
  )
}

/** Python and PHP with their drivers of PostgreSQL. */
export function installDriverLanguages() {
  return (
    (succeeds('/usr/bin/python3', ['-c', 'import psycopg2']) &&
      succeeds('php', ['-r', 'exit(function_exists("pg_connect") ? 0 : 1);'])) ||
    installWithDebian('python3', 'python3-psycopg2', 'php-cli', 'php-pgsql')
  )
}

function installWithDebian(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${packages[0]} from Debian’s packages …`)
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  return succeeds('apt-get', install) || (succeeds('apt-get', ['update']) && succeeds('apt-get', install))
}

function succeeds(command, args, timeout = 600_000) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'ignore', timeout, env })
  return status === 0
}

const MEMORY_FOLDER = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/** Where tests put their data directories: in memory where there is room, since hundreds of databases are made and deleted. */
export async function fastFolder() {
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= ROOM_BYTES ? MEMORY_FOLDER : tmpdir()
}

export const chromiumAdvice =
  'No Chromium was found and none could be installed. Install one (Debian: apt-get install chromium; or ' +
  'npx playwright install chromium), or name it in BASEDECK_CHROMIUM, or pass --allow-missing to skip the browser tests.'
