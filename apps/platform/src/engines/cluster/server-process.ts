/**
 * The server of one cluster. A small shell watches it and stops it when this program ends for any reason: the shell's
 * input is a pipe that only this program holds open.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EngineError } from '../engine.js'
import { isAlive, signal } from '../process-alive.js'
import type { Binaries } from './binaries.js'
import { readPostmaster, servesCluster, type Postmaster } from './postmaster-file.js'
import type { ProcessUser } from './process-user.js'
import { serverExit, type ServerExit } from './server-exit.js'
import { engineText } from '../../text/engines.js'

/**
 * `$1` is the server's program, `$2` the cluster. At the end of the input the server gets SIGINT, a fast shutdown:
 * open transactions are rolled back, committed ones are kept. The signal is repeated, because a starting server
 * ignores it at first.
 */
const WATCHER = `
exec 3<&0
"$1" -D "$2" </dev/null 3<&- &
server=$!
( while read -r line <&3; do :; done
  while kill -INT $server; do sleep 1; done ) >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait $server
status=$?
kill $watch 2>/dev/null
wait $watch 2>/dev/null
exit $status
`

const POLL_MS = 20
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000

export interface ServerProcessOptions {
  directory: string
  logFile: string
  binaries: Binaries
  user: ProcessUser | undefined
}

export class ServerProcess {
  readonly #options: ServerProcessOptions
  readonly #watcher: ChildProcess
  readonly #exited: Promise<unknown>

  /** Starts the server and waits until it takes connections. @throws EngineError `unavailable` with PostgreSQL's reason */
  static async start(options: ServerProcessOptions): Promise<ServerProcess> {
    await stopOrphan(options.directory)
    const stale = await readPostmaster(options.directory)
    const started = new ServerProcess(options, await spawnServer(options))
    await started.#untilReady(stale)
    return started
  }

  private constructor(options: ServerProcessOptions, watcher: ChildProcess) {
    this.#options = options
    this.#watcher = watcher
    this.#exited = watcher.exitCode === null ? once(watcher, 'exit') : Promise.resolve()
  }

  get isRunning(): boolean {
    return this.#watcher.exitCode === null && this.#watcher.signalCode === null
  }

  /** Calls `listener` when the server has ended, for any reason. */
  onExit(listener: (exit: ServerExit) => void): void {
    void this.#exited.then(() => listener(serverExit(this.#watcher.exitCode, this.#watcher.signalCode)))
  }

  /** Fast shutdown; resolves when the process is gone. */
  async stop(): Promise<void> {
    const postmaster = await readPostmaster(this.#options.directory)
    this.#watcher.stdin?.destroy()
    const inTime = await Promise.race([
      this.#exited.then(() => true),
      delay(STOP_LIMIT_MS, false, { ref: false }),
    ])
    if (!inTime && postmaster) signal(postmaster.pid, 'SIGQUIT')
    await this.#exited
    await stopOrphan(this.#options.directory)
  }

  /** `stale` is the file of a killed server. */
  async #untilReady(stale: Postmaster | undefined): Promise<void> {
    const deadline = performance.now() + START_LIMIT_MS
    while (this.isRunning && performance.now() < deadline) {
      const postmaster = await readPostmaster(this.#options.directory)
      const isOld = postmaster?.pid === stale?.pid && postmaster?.startedAt === stale?.startedAt
      if (postmaster?.ready && !isOld) return
      await Promise.race([delay(POLL_MS), this.#exited])
    }
    await this.stop()
    throw new EngineError('unavailable', engineText.notStarted(await lastWords(this.#options.logFile)))
  }
}

async function spawnServer(options: ServerProcessOptions): Promise<ChildProcess> {
  const { directory, binaries, logFile, user } = options
  await rename(logFile, `${logFile}.1`).catch(() => {})
  // Appending: who reads it may empty it while the server runs.
  const log = await open(logFile, 'a', 0o600)
  try {
    const child = spawn(
      '/bin/sh',
      ['-c', WATCHER, 'basedeck', join(binaries.directory, 'postgres'), directory],
      {
        cwd: directory,
        detached: true,
        stdio: ['pipe', log.fd, log.fd],
        ...(user && { uid: user.uid, gid: user.gid }),
      },
    )
    await once(child, 'spawn')
    child.stdin?.on('error', () => {})
    return child
  } finally {
    await log.close()
  }
}

/** Stops a server that outlived its watcher; leaves the file of a dead one to PostgreSQL. */
export async function stopOrphan(directory: string): Promise<void> {
  const postmaster = await readPostmaster(directory)
  if (!postmaster || !(await servesCluster(postmaster.pid, directory))) return
  const { pid } = postmaster
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signal(pid, name)
    const deadline = performance.now() + STOP_LIMIT_MS
    while (isAlive(pid) && performance.now() < deadline) await delay(POLL_MS)
    if (!isAlive(pid)) return
  }
}

async function lastWords(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n')
  const fatal = lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
  return fatal.replace(/^.*FATAL:\s*/, '') || engineText.withoutReason
}
