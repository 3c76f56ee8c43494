/** Ends what backups, restores and proofs of a program that was killed left in a data directory. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stopOrphan } from '../engines/cluster/server-process.js'
import { endSwaps } from '../engines/swap-directory.js'

/** Throw-away databases of proofs: no project has such a ref. */
export const PROOF_PREFIX = 'proof-'

/**
 * Call it once the data directory is locked, before anything in it is opened.
 * @returns the projects whose former database came back, because its restore was broken off
 */
export async function clearRestores(dataDir: string): Promise<string[]> {
  const projects = join(dataDir, 'projects')
  const back = await endSwaps(projects)
  const names = await readdir(projects).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(PROOF_PREFIX))) {
    await stopOrphan(join(projects, name, 'pg'))
    await rm(join(projects, name), { recursive: true, force: true })
  }
  await rm(join(dataDir, 'restoring'), { recursive: true, force: true })
  const backups = join(dataDir, 'backups')
  const files = await readdir(backups, { recursive: true }).catch(() => [])
  for (const file of files.filter((one) => one.endsWith('.part'))) await rm(join(backups, file))
  return back
}
