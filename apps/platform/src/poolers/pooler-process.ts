/** One PgBouncer: started with its files, read again after a change, and started again when it ends by itself. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { freePort } from '../engines/cluster/free-port.js'
import { handOver, type ProcessUser } from '../engines/cluster/process-user.js'
import { isAlive } from '../engines/process-alive.js'
import type { TlsFiles } from '../engines/tls-files.js'
import {
  pgbouncerIni,
  POOLER_HBA,
  userList,
  type PooledDatabase,
  type PoolerSettings,
} from './pgbouncer-text.js'

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
}

const AGAIN_MS = 1000
const READY_TRIES = 100
const READY_EVERY_MS = 50

export class PoolerProcess {
  readonly #options: PoolerProcessOptions
  #child: ChildProcess | undefined
  #written = ''
  #port = 0
  #state: 'starting' | 'running' | 'ended' = 'starting'
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

  /** Starts it, or lets it read what changed. */
  serve(databases: readonly PooledDatabase[], settings: PoolerSettings): Promise<void> {
    return this.#afterOthers(async () => {
      this.#wanted = { databases, settings }
      if (this.#state === 'ended') return
      if (!this.#child) return this.#start()
      if (await this.#write()) this.#child.kill('SIGHUP')
    })
  }

  stop(): Promise<void> {
    return this.#afterOthers(async () => {
      this.#state = 'ended'
      const child = this.#child
      if (!child || child.exitCode !== null) return
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
    const { directory, program, user, wantedPort, hosts, password, log } = this.#options
    await mkdir(directory, { recursive: true })
    await handOver(directory, user)
    await this.#stopOrphan()
    const earlier = Number(await readFile(join(directory, 'port'), 'utf8').catch(() => ''))
    this.#port = await freePort(this.#port || earlier || wantedPort, hosts)
    await this.#writeFile('port', String(this.#port))
    await this.#writeFile('userlist.txt', userList(password))
    await this.#writeFile('hba.conf', POOLER_HBA)
    this.#written = ''
    await this.#write()
    const child = spawn(program, ['--quiet', join(directory, 'pgbouncer.ini')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(user && { uid: user.uid, gid: user.gid }),
    })
    this.#child = child
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
    child.on('error', (error) => (said += error.message))
    child.on('exit', (code, signal) => {
      if (this.#child === child) this.#child = undefined
      if (this.#state === 'ended') return
      this.#state = 'starting'
      log.warn({ code, signal, said }, 'PgBouncer ended by itself; it is started again')
      const again = setTimeout(() => void this.#again(), AGAIN_MS)
      again.unref()
    })
    for (let tries = 0; tries < READY_TRIES && this.#child === child; tries++) {
      if (await answers(this.#port)) {
        this.#state = 'running'
        return
      }
      await delay(READY_EVERY_MS)
    }
  }

  #again(): Promise<void> {
    return this.#afterOthers(async () => {
      if (this.#state === 'starting' && !this.#child) await this.#start()
    }).catch((err: unknown) => this.#options.log.error({ err }, 'PgBouncer can’t be started'))
  }

  /** True when the file changed. */
  async #write(): Promise<boolean> {
    if (!this.#wanted) return false
    const { databases, settings } = this.#wanted
    const { hosts, tls, directory } = this.#options
    const text = pgbouncerIni(databases, { hosts, port: this.#port, tls, directory, settings })
    if (text === this.#written) return false
    await this.#writeFile('pgbouncer.ini', text)
    this.#written = text
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
