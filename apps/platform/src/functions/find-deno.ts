/** Finds Deno: under the data directory, where the program's packages are, or on PATH. */
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface Deno {
  path: string
  version: string
}

/** The version that is tried, and that `installDeno` fetches. */
export const DENO_VERSION = '2.9.6'
/** Where it is installed, in the data directory. */
export const DENO_FOLDER = 'deno'

const run = promisify(execFile)
const ASK_MS = 10_000

/** Finds the program of Deno; undefined: it is not installed. @param dataDir its folder `deno` is searched first */
export async function findDeno(
  dataDir: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Deno | undefined> {
  const name = denoName()
  const onPath = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  const installed = join(dataDir, DENO_FOLDER, 'node_modules', denoPackage(), name)
  const candidates = [installed, ...packaged(name), ...onPath]
  for (const path of candidates) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (!isThere) continue
    const said = await run(path, ['--version'], { timeout: ASK_MS }).catch(() => undefined)
    const [, version] = /^deno (\d+\.\d+\.\d+)/.exec(said?.stdout ?? '') ?? []
    if (version !== undefined) return { path, version }
  }
  return undefined
}

/** What installs it for the platform of that data directory. */
export function installCommand(dataDir: string): string {
  return `basedeck functions install --data-dir '${dataDir}'`
}

export function denoName(): string {
  return process.platform === 'win32' ? 'deno.exe' : 'deno'
}

/** The package of this system, which npm installs beside the package `deno`. */
export function denoPackage(): string {
  const libc = process.platform === 'linux' ? '-glibc' : ''
  return `@deno/${process.platform}-${process.arch}${libc}`
}

function packaged(name: string): string[] {
  try {
    const require = createRequire(import.meta.url)
    return [join(dirname(require.resolve(`${denoPackage()}/package.json`)), name)]
  } catch {
    return []
  }
}
