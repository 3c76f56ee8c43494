/** A real platform in a process of its own, on a fresh data directory. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../apps/platform/dist/main.js', import.meta.url))

export interface Platform {
  url: string
  dataDir: string
  /** Ends it: SIGTERM unless told otherwise. Resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
  /** Ends it and removes its data. */
  dispose(): Promise<void>
}

export async function startPlatform(engine: string, args: string[] = []): Promise<Platform> {
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-e2e-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  let running = await launch([
    '--port',
    '0',
    '--api-port',
    '0',
    '--engine',
    engine,
    '--data-dir',
    dataDir,
    ...args,
  ])
  const { url } = running
  const platform: Platform = {
    url,
    dataDir,
    end(signal = 'SIGTERM') {
      running.child.kill(signal)
      return running.ended
    },
    async restart() {
      const { port } = new URL(url)
      running = await launch([
        '--port',
        port,
        '--api-port',
        '0',
        '--engine',
        engine,
        '--data-dir',
        dataDir,
        ...args,
      ])
    },
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
  ended: Promise<number | null>
}

function launch(args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve))
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /Basedeck is at (http:\S+)/.exec(output)?.[1]
      // Ready when the database is open: the tests ask about rows, not about patience.
      if (url && /database +open/.test(output)) resolve({ child, url, ended })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then((code) => reject(new Error(`The platform ended with ${code}: ${output}`)))
  })
}
