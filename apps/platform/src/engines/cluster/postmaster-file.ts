/** `postmaster.pid`: which process serves a cluster, since when, and whether it takes connections. */
import { execFile } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../process-alive.js'

const run = promisify(execFile)

export interface Postmaster {
  pid: number
  /** The start time as PostgreSQL writes it. It distinguishes two servers with the same pid. */
  startedAt: string
  ready: boolean
}

const START_LINE = 2
const STATUS_LINE = 7

/** Undefined when no server ever ran, the last one stopped cleanly, or a new one has not written its file yet. */
export async function readPostmaster(directory: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return undefined
  return { pid, startedAt: lines[START_LINE] ?? '', ready: lines[STATUS_LINE]?.trim() === 'ready' }
}

/** Whether the process is alive and serves this cluster: the pid may have been reused. */
export async function servesCluster(pid: number, directory: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  const own = await realpath(directory)
  const working = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (working !== undefined) return working === own
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes(directory) || stdout.includes(own)
}
