/**
 * `basedeck functions install`: npm fetches Deno for this system into the data directory and checks it against the checksum that
 * is pinned here. It is made in a folder beside and renamed, so that an install that is killed leaves no half of a program.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { functionCommandText as text } from '../text/functions.js'
import { DENO_FOLDER, DENO_VERSION, denoName, denoPackage, findDeno, type Deno } from './find-deno.js'

/** Of npm's packages of `DENO_VERSION`, as npm states them. */
export const DENO_CHECKSUMS: Readonly<Record<string, string>> = {
  '@deno/darwin-arm64':
    'sha512-V8uO1Aolrl/yvdMb5lOtgtigs8YuZBjrOrgviVMiYkQ0swymFfzkae1wZak4Xi24t7vf7d/eiMb/7ryjjVm+tg==',
  '@deno/darwin-x64':
    'sha512-tPi3CWPRdjW1MaWlvWjORE7Ass5SADdWdj1BF1Q1PEdzi+5u/mC5YhmZzniMiPr81PpaFeqjXaLAsfb8lFsZ0Q==',
  '@deno/linux-arm64-glibc':
    'sha512-poqhoH9B3nYloigEMPT5t8HY+wBeiuea1An5Q7fqgJzP0SYmWsoS/oUnWO/pEiA4ofzIBy1Elt/in58xKtxEoQ==',
  '@deno/linux-x64-glibc':
    'sha512-3md4TKLCuzsLDmfOoC5KN7NAZaxSVkMgm64vg6foD00JBADCpYS2/5QqXfzgnP5ZQz3iLP9vBQJtEgc116OAoQ==',
  '@deno/win32-arm64':
    'sha512-iHSHs89g2Uy6k0bGHmXkgzTIW8WXImYPpvqRRO/zNsK1/N79PcjvAth1TuQatuIALcLdocstPs/PAYtndbfr0A==',
  '@deno/win32-x64':
    'sha512-qRGnmVz/Ea6UWPht/S3xFRK17UZ/ls38DSVfgGB17fpASLxPkksqzWUI/BzL9YYoOknYzfc94mySGyInZu/JXw==',
}

export type InstallOutcome = { type: 'installed' | 'there'; deno: Deno } | { type: 'failed'; message: string }

export interface InstallDenoDeps {
  dataDir: string
  /** Default: of this system. */
  name?: string
  /** Default: the pinned one of `name`. */
  checksum?: string | undefined
  /** Runs npm in a folder. Default: the one on PATH. */
  npm?(given: readonly string[], folder: string): Promise<unknown>
}

const MAKING = `${DENO_FOLDER}.new-`

/** Does nothing where the pinned version is in the data directory already. */
export async function installDeno({
  dataDir,
  name = denoPackage(),
  checksum = DENO_CHECKSUMS[name],
  npm = runNpm,
}: InstallDenoDeps): Promise<InstallOutcome> {
  if (checksum === undefined) return { type: 'failed', message: text.noPackage(name) }
  const place = join(dataDir, DENO_FOLDER)
  const own = async () => {
    const found = await findDeno(dataDir)
    return found?.path.startsWith(join(place, 'node_modules')) && found.version === DENO_VERSION
      ? found
      : undefined
  }
  const there = await own()
  if (there) return { type: 'there', deno: there }
  await mkdir(dataDir, { recursive: true })
  await sweepDrafts(dataDir)
  const draft = join(dataDir, MAKING + randomUUID())
  try {
    await mkdir(draft, { mode: 0o755 })
    await writeFile(join(draft, 'package.json'), JSON.stringify({ private: true, ...dependency(name) }))
    await writeFile(join(draft, 'package-lock.json'), JSON.stringify(lockOf(name, checksum)))
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--force'], draft)
    await chmod(join(draft, 'node_modules', name, denoName()), 0o755)
    // An older version, or what is not whole; processes that run keep the file they opened.
    await rm(place, { recursive: true, force: true })
    await rename(draft, place)
  } catch (error) {
    const made = await own()
    if (made) return { type: 'there', deno: made }
    return { type: 'failed', message: failureText(error) }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const deno = await own()
  return deno ? { type: 'installed', deno } : { type: 'failed', message: text.doesNotRun(place) }
}

/** What installs that were killed left. One that goes on is younger. */
async function sweepDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(MAKING)) continue
    const path = join(dataDir, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > 2 * FETCH_MS) await rm(path, { recursive: true, force: true })
  }
}

function dependency(name: string) {
  return { dependencies: { [name]: DENO_VERSION } }
}

/** `npm ci` refuses a package whose checksum is another. */
function lockOf(name: string, integrity: string) {
  return {
    name: 'basedeck-deno',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': dependency(name),
      [`node_modules/${name}`]: { version: DENO_VERSION, integrity },
    },
  }
}

const run = promisify(execFile)
const FETCH_MS = 15 * 60_000

function runNpm(given: readonly string[], folder: string): Promise<unknown> {
  const isWindows = process.platform === 'win32'
  return run(isWindows ? 'npm.cmd' : 'npm', given, { cwd: folder, timeout: FETCH_MS, shell: isWindows })
}

function failureText(error: unknown): string {
  const { code, stderr = '', message } = error as NodeJS.ErrnoException & { stderr?: string }
  if (code === 'ENOENT') return text.noNpm
  if (stderr.includes('EINTEGRITY')) return text.otherChecksum
  if (code === 'ENOSPC' || stderr.includes('ENOSPC')) return text.diskFull
  const said = stderr.split('\n').find((line) => /^npm error (?!code)/.test(line))
  return text.notFetched(said?.replace('npm error ', '') ?? message.split('\n', 1)[0] ?? '')
}
