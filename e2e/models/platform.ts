/** A real platform in a separate process, on a fresh data directory. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The built program; `BASEDECK_PROGRAM` names another build. */
const PROGRAM =
  process.env['BASEDECK_PROGRAM'] ??
  fileURLToPath(new URL('../../apps/platform/dist/main.js', import.meta.url))

/** V8 would spend a second of a processor on making WebAssembly fast that runs for a few seconds only. */
/** Playwright's own variable: `npm run bench` starts the program with the default options. */
const IS_JOURNEY = process.env['TEST_WORKER_INDEX'] !== undefined
const RUN = [...(IS_JOURNEY ? ['--liftoff-only'] : []), PROGRAM]

export interface Platform {
  url: string
  /** Where the first account is made; undefined without accounts. */
  setUpUrl: string | undefined
  dataDir: string
  /** Of the program's process. */
  readonly pid: number
  /** Ends it: SIGTERM unless told otherwise. Resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
  /** Runs another command of the program on the same data; gives what it printed. */
  command(...args: string[]): Promise<string>
  /** Ends it and removes its data. */
  dispose(): Promise<void>
}

/** What the program prints when the page is served, and when its databases are open. */
export const SERVED = /project API/
const OPEN = /database +open|projects +ready/

/** @param ready resolves when the program has printed that; by default when its databases are open */
export async function startPlatform(
  engine: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
  ready = OPEN,
): Promise<Platform> {
  return startIn(await newFolder(), engine, args, environment, ready)
}

/** A hosted platform with the demo in it, and the password of all its users. */
export async function startDemo(engine: string): Promise<{ platform: Platform; password: string }> {
  const folder = await newFolder()
  const args = ['--platform', '--engine', engine, '--data-dir', join(folder, 'data')]
  const printed = await output(['seed', 'demo', ...args])
  const password = /password (\S+)/.exec(printed)?.[1] ?? ''
  return { platform: await startIn(folder, engine, ['--platform']), password }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-e2e-'))
  // As root, PostgreSQL runs as another user, who needs access to the directory.
  await chmod(folder, 0o755)
  return folder
}

async function startIn(
  folder: string,
  engine: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  ready = OPEN,
): Promise<Platform> {
  const dataDir = join(folder, 'data')
  const start = (port: string) =>
    launch(
      ['--port', port, '--api-port', '0', '--engine', engine, '--data-dir', dataDir, ...args],
      environment,
      ready,
    )
  let running = await start('0')
  const { url, setUpUrl } = running
  const platform: Platform = {
    url,
    setUpUrl,
    dataDir,
    get pid() {
      return running.child.pid ?? Number.NaN
    },
    end(signal = 'SIGTERM') {
      running.child.kill(signal)
      return running.ended
    },
    async restart() {
      running = await start(new URL(url).port)
    },
    command: (...command) => output([...command, '--data-dir', dataDir, '--port', new URL(url).port]),
    async dispose() {
      await platform.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return platform
}

interface Running {
  child: ChildProcess
  url: string
  setUpUrl: string | undefined
  ended: Promise<number | null>
}

function launch(args: string[], environment: Record<string, string>, ready: RegExp): Promise<Running> {
  const child = spawn(process.execPath, [...RUN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve))
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /Basedeck is at (http:\S+)/.exec(output)?.[1]
      const setUpUrl = /http:\S+\/set-up\S+/.exec(output)?.[0]
      if (url && ready.test(output)) resolve({ child, url, setUpUrl, ended })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then((code) => reject(new Error(`The platform ended with ${code}: ${output}`)))
  })
}

/** @throws with its output when it fails */
async function output(args: string[]): Promise<string> {
  const child = spawn(process.execPath, [...RUN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const read = (chunk: Buffer) => void (text += chunk.toString())
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const code = await new Promise((resolve) => void child.once('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${text}`)
  return text
}
