/** Finds PostgreSQL's programs on this machine: PATH, the distributions' usual folders, pg_config, the npm packages. */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { shippedDirectory } from './shipped-binaries.js'

/** An installed PostgreSQL. */
export interface Binaries {
  /** Holds `initdb` and `postgres`. */
  directory: string
  major: number
  /** `15.18`. */
  version: string
  /** `PATH`, `npm` or the directory. */
  origin: string
}

const run = promisify(execFile)

/** The oldest PostgreSQL that runs projects. */
export const OLDEST_MAJOR = 14

/**
 * One per version, the preferred first. `copyTo` is where the programs of the npm package are copied when no other is
 * found.
 */
export async function findBinaries(copyTo: string, path = process.env['PATH'] ?? ''): Promise<Binaries[]> {
  const found: Binaries[] = []
  const all = await candidates(path.split(delimiter).filter(Boolean))
  for (const binaries of await Promise.all(all.map((one) => inspect(...one))))
    if (binaries && !found.some((other) => other.version === binaries.version)) found.push(binaries)
  const shipped = found.length === 0 ? await shippedDirectory(copyTo) : undefined
  const fromNpm = shipped && (await inspect(shipped, 'npm'))
  return fromNpm ? [fromNpm] : found
}

/** Where PostgreSQL’s programs may be: the folders of PATH, then the usual ones. */
export async function programFolders(path: string[]): Promise<string[]> {
  return (await candidates(path)).map(([directory]) => directory)
}

async function candidates(path: string[]): Promise<[directory: string, origin: string][]> {
  const found = await Promise.all([
    versioned('/usr/lib/postgresql', (version) => join(version, 'bin')),
    versioned('/usr', (name) => join(name, 'bin'), /^pgsql-(\d+)$/),
    versioned('/opt/homebrew/opt', (name) => join(name, 'bin'), /^postgresql@(\d+)$/),
    versioned('/usr/local/opt', (name) => join(name, 'bin'), /^postgresql@(\d+)$/),
    versioned('/Applications/Postgres.app/Contents/Versions', (version) => join(version, 'bin')),
    fromPgConfig(),
  ])
  const usual = [...new Set(found.flat())]
  return [
    ...path.map((directory): [string, string] => [directory, 'PATH']),
    ...usual.map((directory): [string, string] => [directory, directory]),
  ]
}

/** Subdirectories named by a version, the newest first. */
async function versioned(
  parent: string,
  inside: (name: string) => string,
  form = /^(\d+)$/,
): Promise<string[]> {
  const names = await readdir(parent).catch(() => [])
  const versionOf = (name: string): number => Number(form.exec(name)?.[1] ?? -1)
  return names
    .filter((name) => versionOf(name) >= OLDEST_MAJOR)
    .sort((a, b) => versionOf(b) - versionOf(a))
    .map((name) => join(parent, inside(name)))
}

async function fromPgConfig(): Promise<string[]> {
  const { stdout } = await run('pg_config', ['--bindir']).catch(() => ({ stdout: '' }))
  return stdout.trim() ? [stdout.trim()] : []
}

async function inspect(directory: string, origin: string): Promise<Binaries | undefined> {
  try {
    await access(join(directory, 'initdb'), constants.X_OK)
    await access(join(directory, 'postgres'), constants.X_OK)
    const { stdout } = await run(join(directory, 'postgres'), ['--version'])
    const version = /(\d+)(?:\.\d+)*/.exec(stdout)
    const major = Number(version?.[1])
    return version && major >= OLDEST_MAJOR ? { directory, major, version: version[0], origin } : undefined
  } catch {
    return undefined
  }
}
