/** One PgBouncer: started with its files, read again after a change, and started again when it ends by itself. */
import { createInterface } from 'node:readline'
import { spawn, type ChildProcess } from 'node:child_process'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { retryDelayMs } from '@basedeck/core/rules'
import type { Logger } from 'pino'
import { freePort } from '../engines/cluster/free-port.js'
import { handOver, type ProcessUser } from '../engines/cluster/process-user.js'
import { isAlive } from '../engines/process-alive.js'
import type { TlsFiles } from '../engines/tls-files.js'
import {
  pgbouncerIni,
  poolerHba,
  userList,
  type PooledDatabase,
  type PoolerSettings,
} from './pgbouncer-text.js'
import { lastLine, shortLivesBefore } from './pooler-end.js'

export interface PoolerProcessOptions {
  program: string
  /** Holds its files. */
  directory: string
  /** Used if it is free; else another one. */
  wantedPort: number
  /** Addresses of this machine where it listens; 127.0.0.1 is one of them. */
  hosts: readonly string[]
  tls: TlsFiles | undefined
  password: string
  user: ProcessUser | undefined
  log: Logger
  /** Called with each line that it writes. Default: lines are dropped. */
  onLine?: ((text: string) => void) | undefined
  /** Milliseconds before it is started again after so many short lives. Default: 1 s, doubling up to 30 s. */
  restartDelayMs?: (shortLives: number) => number
}

const READY_TRIES = 100
const READY_EVERY_MS = 50

export class PoolerProcess {
  readonly #options: PoolerProcessOptions
  #child: ChildProcess | undefined
  #written = ''
  #port = 0
  #state: 'starting' | 'running' | 'ended' = 'starting'
  #problem: string | undefined
  #shortLives = 0
  /** Set while it waits to be started again. */
  #restart: NodeJS.Timeout | undefined
  #wanted: { databases: readonly PooledDatabase[]; settings: PoolerSettings } | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(options: PoolerProcessOptions) {
    this.#options = options
  }

  /** Where it listens. */
  get port(): number {
    return this.#port
  }

  get isRunning(): boolean {
    return this.#state === 'running'
  }

  /** The last line of a pooler that ended before it answered, for members; empty: it wrote none. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** Starts it, or lets it read what changed. One that waits to be started again goes on waiting. */
  serve(databases: readonly PooledDatabase[], settings: PoolerSettings): Promise<void> {
    return this.#afterOthers(async () => {
      this.#wanted = { databases, settings }
      if (this.#state === 'ended') return
      if (this.#restart) return
      if (!this.#child) return this.#start()
      if (await this.#write()) this.#child.kill('SIGHUP')
    })
  }

  stop(): Promise<void> {
    return this.#afterOthers(async () => {
      this.#state = 'ended'
      clearTimeout(this.#restart)
      const child = this.#child
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    })
  }

  #afterOthers(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => {})
    return done
  }

  async #start(): Promise<void> {
    const { directory, program, user, wantedPort, hosts, password, log, onLine } = this.#options
    await mkdir(directory, { recursive: true })
    await handOver(directory, user)
    await this.#stopOrphan()
    const earlier = Number(await readFile(join(directory, 'port'), 'utf8').catch(() => ''))
    this.#port = await freePort(this.#port || earlier || wantedPort, hosts)
    await this.#writeFile('port', String(this.#port))
    await this.#writeFile('userlist.txt', userList(password))
    this.#written = ''
    await this.#write()
    const startedAt = Date.now()
    const child = spawn(program, [join(directory, 'pgbouncer.ini')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(user && { uid: user.uid, gid: user.gid }),
    })
    this.#child = child
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
    if (child.stderr && onLine) createInterface({ input: child.stderr }).on('line', onLine)
    child.on('error', (error) => (said += error.message))
    // After its last output, and also when there is no such program.
    child.on('close', (code, signal) => {
      if (this.#child === child) this.#child = undefined
      if (this.#state === 'ended') return
      this.#problem = this.#state === 'running' ? undefined : lastLine(said)
      this.#state = 'starting'
      this.#shortLives = shortLivesBefore(this.#shortLives, Date.now() - startedAt)
      const delayMs = this.#restartLater()
      log.warn({ code, signal, said, delayMs }, 'PgBouncer ended by itself; it is started again')
    })
    for (let tries = 0; tries < READY_TRIES && this.#child === child; tries++) {
      if (await answers(this.#port)) {
        this.#state = 'running'
        this.#problem = undefined
        return
      }
      await delay(READY_EVERY_MS)
    }
  }

  /** Gives the milliseconds until then. */
  #restartLater(): number {
    const { restartDelayMs = retryDelayMs, log } = this.#options
    const delayMs = restartDelayMs(this.#shortLives)
    this.#shortLives += 1
    clearTimeout(this.#restart)
    this.#restart = setTimeout(() => {
      this.#restart = undefined
      this.#afterOthers(async () => {
        if (this.#state === 'starting' && !this.#child) await this.#start()
      }).catch((err: unknown) => {
        log.error({ err }, 'PgBouncer can’t be started')
        if (this.#state !== 'ended') this.#restartLater()
      })
    }, delayMs)
    this.#restart.unref()
    return delayMs
  }

  /** True when the file changed. */
  async #write(): Promise<boolean> {
    if (!this.#wanted) return false
    const { databases, settings } = this.#wanted
    const { hosts, tls, directory } = this.#options
    const text = pgbouncerIni(databases, { hosts, port: this.#port, tls, directory, settings })
    const hba = poolerHba(databases)
    if (text + hba === this.#written) return false
    await this.#writeFile('hba.conf', hba)
    await this.#writeFile('pgbouncer.ini', text)
    this.#written = text + hba
    return true
  }

  async #writeFile(name: string, text: string): Promise<void> {
    const { directory, user } = this.#options
    const path = join(directory, name)
    await writeFile(path, text, { mode: 0o600 })
    if (user) await chown(path, user.uid, user.gid)
  }

  /** One that outlived its program holds the port. */
  async #stopOrphan(): Promise<void> {
    const { directory } = this.#options
    const pid = Number(await readFile(join(directory, 'pgbouncer.pid'), 'utf8').catch(() => ''))
    if (!pid || !isAlive(pid)) return
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes(join(directory, 'pgbouncer.ini'))) return
    process.kill(pid, 'SIGTERM')
    for (let tries = 0; tries < READY_TRIES && isAlive(pid); tries++) await delay(READY_EVERY_MS)
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
