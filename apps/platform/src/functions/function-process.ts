/** The process of one version of a function: started behind the walls, watched, and ended. */
import { randomBytes } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, chown, mkdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Outgoing } from '../outgoing/outgoing.js'
import type { Deno } from './find-deno.js'
import {
  DATABASE_PORT,
  DATABASE_SOCKET,
  databaseUrl,
  openDatabaseDoor,
  type JoinDatabase,
} from './database-door.js'
import { openDoor } from './door.js'
import type { ProcessFate } from './functions-host.js'
import { readConsole } from './console-lines.js'
import { behindWalls, CLOSED_IPV4, RELAY_PORT, uidOf, type Walls } from './walls.js'

export interface ProcessSettings {
  deno: Deno
  walls: Walls
  bootScript: string
  /** The folder that is made for the process. Its path is short, because a socket's path has at most 107 bytes. */
  folder: string
  /** Of the build: `src` and `cache` are in it. */
  build: string
  entrypoint: string
  importMap: string | null
  number: number
  memoryMb: number
  hasDependencies: boolean
  /** Asked for while Deno starts. */
  env(): Promise<Record<string, string>>
  outgoing: Pick<Outgoing, 'connect'>
  project: { url: string; ownOrigin: string }
  joinDatabase: JoinDatabase
  onLine(level: 'info' | 'error', line: string): void
  onCut(lines: number): void
}

export interface FunctionProcess {
  socket: string
  fate(): ProcessFate
  /** Resolves when it has ended. */
  ended: Promise<void>
  /** Processor time so far, in milliseconds, and resident memory in MB; undefined: not known here. */
  measure(): Promise<{ cpuMs: number; memoryMb: number } | undefined>
  kill(reason: 'memory' | 'cpu' | 'over'): void
}

const PASSWORD_BYTES = 24
const START_MS = 10_000
const LOOK_MS = 10
/** A thread gets a tenth of what one with 0 gets, where processors are short. */
const NICENESS = 10
/** Clock ticks of Linux. */
const TICK_MS = 10
const PAGE_BYTES = 4096

/** @throws Error when it does not listen in ten seconds, or ends before; what `env` throws */
export async function startProcess(settings: ProcessSettings): Promise<FunctionProcess> {
  const { deno, walls, folder, build, number, outgoing, project, joinDatabase, onLine, onCut } = settings
  const uid = uidOf(number)
  await mkdir(folder, { mode: 0o700 })
  if (walls.files) await chown(folder, uid, uid)
  await chmod(folder, 0o700)
  const socket = join(folder, 's')
  const doorPath = join(folder, 'd')
  const door = walls.network ? await openDoor({ outgoing, project }, doorPath) : undefined
  const databasePath = join(folder, DATABASE_SOCKET)
  const password = randomBytes(PASSWORD_BYTES).toString('hex')
  const onError = (error: unknown) => onLine('error', String(error))
  const database = await openDatabaseDoor({ password, join: joinDatabase, onError }, databasePath)
  const SUPABASE_DB_URL = databaseUrl(password, door ? undefined : folder)
  const relays = door
    ? [
        { port: RELAY_PORT, path: doorPath },
        { port: DATABASE_PORT, path: databasePath },
      ]
    : []
  const relay = `http://127.0.0.1:${RELAY_PORT}`
  const [program = '', ...given] = behindWalls(walls, { uid, memoryMb: settings.memoryMb, isAlone: true }, [
    deno.path,
    'run',
    ...runOptions(settings),
    join(build, 'src', settings.entrypoint),
  ])
  const child = spawn(program, given, {
    cwd: join(build, 'src'),
    // For `unshare`, `setpriv` and `prlimit`; the function gets none of it but what the boot script leaves.
    env: {
      PATH: process.env['PATH'] ?? '/usr/sbin:/usr/bin:/sbin:/bin',
      DENO_DIR: join(build, 'cache'),
      DENO_NO_UPDATE_CHECK: '1',
      DENO_SERVE_ADDRESS: `unix:${socket}`,
      NO_COLOR: '1',
      ...(door ? { HTTP_PROXY: relay, HTTPS_PROXY: relay } : {}),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  giveWay(child)
  let fate: ProcessFate = 'running'
  let isOutOfMemory = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      if (fate === 'running') fate = isOutOfMemory ? 'memory' : 'crashed'
      door?.close()
      database.close()
      void rm(folder, { recursive: true, force: true }).catch(() => {})
      resolve()
    }
    // And not `exit`: its last words say why it ended.
    child.once('close', end)
    child.once('error', end)
  })
  child.stdin.on('error', () => {})
  let unprepared: unknown
  settings.env().then(
    (env) => child.stdin.end(JSON.stringify({ env: { ...env, SUPABASE_DB_URL }, relays })),
    (error: unknown) => {
      unprepared = error
      child.kill('SIGKILL')
    },
  )
  readConsole(child.stdout, { write: (line) => onLine('info', line), onCut })
  const writeError = (line: string) => {
    // V8, where the system gives it no more memory.
    if (/^# Fatal .*out of memory/.test(line)) isOutOfMemory = true
    onLine('error', line)
  }
  readConsole(child.stderr, { write: writeError, onCut })
  const kill = (reason: 'memory' | 'cpu' | 'over') => {
    if (fate !== 'running') return
    fate = reason === 'over' ? 'crashed' : reason
    child.kill('SIGKILL')
  }
  const until = Date.now() + START_MS
  while (!(await answers(socket))) {
    if (unprepared !== undefined) throw unprepared as Error
    if (fate !== 'running') throw new Error('ended before it listened')
    if (Date.now() > until) {
      kill('over')
      throw new Error('did not listen')
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return { socket, fate: () => fate, ended, measure: () => measure(child), kill }
}

/** To the platform and its databases: Deno and all its threads do as the program that starts it. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has ended already.
  }
}

function runOptions(settings: ProcessSettings): string[] {
  const { walls, folder, build, bootScript, importMap, hasDependencies, memoryMb } = settings
  return [
    '--no-prompt',
    '--quiet',
    '--no-lock',
    '--no-check',
    '--cached-only',
    '--node-modules-dir=none',
    '--no-code-cache',
    ...(hasDependencies ? [] : ['--no-remote', '--no-npm']),
    ...configOptions(build, importMap),
    `--v8-flags=--max-old-space-size=${memoryMb}`,
    '--allow-env',
    `--allow-read=${join(build, 'src')},${folder}`,
    `--allow-write=${folder}`,
    '--allow-net',
    ...(walls.network ? [] : [`--deny-net=${CLOSED_IPV4.join(',')}`]),
    `--preload=${bootScript}`,
  ]
}

/** A `deno.json` is a configuration; anything else is an import map. */
export function configOptions(build: string, importMap: string | null): string[] {
  if (importMap === null) return ['--no-config']
  const path = join(build, 'src', importMap)
  return /(^|\/)deno\.jsonc?$/.test(importMap)
    ? [`--config=${path}`]
    : ['--no-config', `--import-map=${path}`]
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const tried = connect(socket)
    tried.once('connect', () => {
      tried.destroy()
      resolve(true)
    })
    tried.once('error', () => resolve(false))
  })
}

async function measure({ pid }: ChildProcess) {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The name is in brackets and may hold blanks, so fields are counted after it: 14 and 15 are ticks, 24 is pages (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      memoryMb: (Number(fields[21]) * PAGE_BYTES) / 1024 / 1024,
    }
  } catch {
    return undefined
  }
}
