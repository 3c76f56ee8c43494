/** Libraries that a project's server loads at its start, as far as its PostgreSQL has them. */
import { execFile } from 'node:child_process'
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.js'

const run = promisify(execFile)

/** What extensions need that are offered to projects. */
const WANTED = ['pg_stat_statements']

/** A library that is not there would keep the server from starting. */
export async function preloadSettings({
  directory,
}: Pick<Binaries, 'directory'>): Promise<Record<string, string>> {
  // PostgreSQL looks beside the file itself, not beside a link to it.
  const real = dirname(await realpath(join(directory, 'postgres')))
  const files = (await Promise.all((await foldersOf(real)).map(namesIn))).flat()
  const there = WANTED.filter((name) => files.some((file) => file.split('.')[0] === name))
  if (there.length === 0) return {}
  return {
    shared_preload_libraries: there.join(', '),
    // Statements like ALTER ROLE … PASSWORD would be kept as they were typed.
    'pg_stat_statements.track_utility': 'off',
    'pg_stat_statements.max': '2000',
  }
}

/** Where the programs are told to look, and the usual places beside them. */
async function foldersOf(directory: string): Promise<string[]> {
  const told = await run(join(directory, 'pg_config'), ['--pkglibdir']).catch(() => ({ stdout: '' }))
  if (told.stdout.trim() !== '') return [told.stdout.trim()]
  return [join(directory, '..', 'lib'), join(directory, '..', 'lib', 'postgresql')]
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
