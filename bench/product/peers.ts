/**
 * Other dashboards of PostgreSQL, installed into a folder that is removed afterwards, on the same server. One that can't be
 * installed or started is left out with the reason.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

const execute = promisify(execFile)
/** Milliseconds that an installation may take. */
const INSTALL_MS = 180_000
const START_MS = 30_000

/** The server that all of them show, as a login with a password. */
export interface PeerDatabase {
  port: number
  password: string
}

export interface Peer {
  name: string
  /** Shows something else than the table. */
  leave(page: Page): Promise<void>
  /** Gives what asks for the first rows of the table. */
  prepareTable(page: Page, table: string): Promise<() => Promise<void>>
  /** Writes the query, and gives what runs it; absent where a result of many rows can't be seen whole. */
  prepare?(page: Page, query: string): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** What there is to compare with, and what was left out and why. */
export interface Peers {
  peers: Peer[]
  leftOut: string[]
}

export async function startPeers(database: PeerDatabase): Promise<Peers> {
  const found: Peers = { peers: [], leftOut: [] }
  for (const [name, start] of [
    ['Adminer', startAdminer],
    ['Prisma Studio', startPrismaStudio],
  ] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'basedeck-peer-'))
    try {
      found.peers.push(await start(database, folder))
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      const [reason] = (error as Error).message.split('\n')
      found.leftOut.push(`${name} was left out: ${reason}`)
    }
  }
  return found
}

/** PHP's built-in server, from Debian's packages, unpacked and not installed. */
async function startAdminer({ port, password }: PeerDatabase, folder: string): Promise<Peer> {
  const archives = join(folder, 'archives')
  await mkdir(join(archives, 'partial'), { recursive: true })
  const options = [
    '-y',
    '--no-install-recommends',
    '--download-only',
    '-o',
    `Dir::Cache::archives=${archives}`,
  ]
  await execute('apt-get', ['install', ...options, 'adminer', 'php-cli', 'php-pgsql'], {
    timeout: INSTALL_MS,
  })
  for (const file of await readdir(archives))
    if (file.endsWith('.deb')) await execute('dpkg', ['-x', join(archives, file), folder])
  const extensions = join(folder, 'usr/lib/php')
  const version = (await readdir(extensions)).find((name) => /^\d{8}$/.test(name)) ?? ''
  const program = (await readdir(join(folder, 'usr/bin'))).find((name) => /^php\d/.test(name)) ?? 'php'
  const own = await freePort()
  const child = spawn(
    join(folder, 'usr/bin', program),
    [
      '-n',
      '-d',
      `extension_dir=${join(extensions, version)}`,
      '-d',
      'extension=pgsql',
      '-d',
      'memory_limit=-1',
      '-d',
      `session.save_path=${folder}`,
      '-S',
      `127.0.0.1:${own}`,
      join(folder, 'usr/share/adminer/adminer.php'),
    ],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${own}/?pgsql=127.0.0.1:${port}&username=postgres&db=postgres&ns=public`
  await untilAnswered(`http://127.0.0.1:${own}/`, child)
  return {
    name: 'Adminer',
    async leave(page) {
      await page.goto(url)
      const login = page.locator('input[name="auth[password]"]')
      if (!(await login.isVisible())) return
      await login.fill(password)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('heading', { name: /^Schema/ }).waitFor()
    },
    async prepareTable(page, table) {
      return () => page.locator(`#tables a.select[href$="select=${table}"]`).click()
    },
    async prepare(page, query) {
      await page.goto(`${url}&sql=${encodeURIComponent(query)}`)
      return () => page.getByRole('button', { name: 'Execute' }).click()
    },
    stop: () => ended(child, folder),
  }
}

async function startPrismaStudio({ port, password }: PeerDatabase, folder: string): Promise<Peer> {
  await writeFile(join(folder, 'package.json'), '{"private": true}')
  await execute('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'prisma@7'], {
    cwd: folder,
    timeout: INSTALL_MS,
  })
  const own = await freePort()
  const child = spawn(
    join(folder, 'node_modules/.bin/prisma'),
    [
      'studio',
      '--browser',
      'none',
      '--port',
      String(own),
      '--url',
      `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    ],
    { cwd: folder, stdio: 'ignore', env: { ...process.env, CHECKPOINT_DISABLE: '1' } },
  )
  const url = `http://localhost:${own}/`
  await untilAnswered(url, child)
  return {
    name: 'Prisma Studio',
    async leave(page) {
      if (page.url().startsWith(url)) await page.getByText('Visualizer', { exact: true }).click()
      else await page.goto(`${url}#view=schema`)
      await page.locator('td').first().waitFor({ state: 'detached' })
    },
    async prepareTable(page, table) {
      return () => page.getByText(table, { exact: true }).first().click()
    },
    stop: () => ended(child, folder),
  }
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + START_MS
  while (performance.now() < until && child.exitCode === null) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => void setTimeout(resolve, 100))
  }
  child.kill()
  throw new Error('it did not start')
}

async function ended(child: ChildProcess, folder: string): Promise<void> {
  child.kill()
  await rm(folder, { recursive: true, force: true })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
