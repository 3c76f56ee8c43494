/** `postmaster.pid`: which process serves a cluster, and whether it takes connections. */
import { execFile } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../process-alive.js'

const run = promisify(execFile)

export interface Postmaster {
  pid: number
  ready: boolean
}

const statusLine = 7

/** Undefined when no server runs, or none wrote its file yet. */
export async function readPostmaster(directory: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  return pid > 0 ? { pid, ready: lines[statusLine]?.trim() === 'ready' } : undefined
}

/** Whether the process still lives and really serves this cluster: a pid may have gone to somebody else. */
export async function servesCluster(pid: number, directory: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  const own = await realpath(directory)
  const working = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (working !== undefined) return working === own
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes(directory) || stdout.includes(own)
}
