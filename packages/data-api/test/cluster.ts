/** A PostgreSQL of its own for a file of tests, in a temporary folder and reached by a socket there. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { vi } from 'vitest'

/** A running PostgreSQL. */
export interface TestCluster {
  /** The folder of its socket. */
  host: string
  /** A connection of its superuser. */
  connect(): Promise<Client>
  stop(): Promise<void>
}

/** Makes and starts one. A root process starts it as another user: PostgreSQL refuses root. */
export async function startCluster(): Promise<TestCluster> {
  const host = mkdtempSync(join(tmpdir(), 'data-api-'))
  const data = join(host, 'data')
  mkdirSync(data, { mode: 0o700 })
  const user = otherUser()
  if (user) for (const folder of [host, data]) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: host }
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
  execFileSync('initdb', initdb, { ...options, stdio: 'ignore' })
  const args = [
    '-D',
    data,
    '-k',
    host,
    '-c',
    'listen_addresses=',
    '-c',
    'fsync=off',
    '-c',
    'wal_level=minimal',
  ]
  const server = spawn('postgres', [...args, '-c', 'max_wal_senders=0'], { ...options, stdio: 'ignore' })
  const connect = async () => {
    const client = new Client({ host, user: 'postgres', database: 'postgres' })
    await client.connect()
    return client
  }
  await vi.waitFor(async () => (await connect()).end())
  return {
    host,
    connect,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(host, { recursive: true, force: true })
    },
  }
}

function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres', 'nobody']
    .map((name) => lines.find((one) => one.startsWith(`${name}:`)))
    .find(Boolean)
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
