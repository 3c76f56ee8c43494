/** The files of primaries whose place a replica took: kept aside until somebody deletes them. */
import type { FormerPrimary } from '@basedeck/platform-client/contract'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The name says when: `20260131T120000000Z`. */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/

const folderOf = (dataDir: string, ref: string) => join(dataDir, 'former', ref)

/** Where the files go that are put aside now. */
export function newFormer(dataDir: string, ref: string, now: Date): string {
  return join(folderOf(dataDir, ref), now.toISOString().replaceAll(/[-:.]/g, ''))
}

/** The newest first. */
export async function formerPrimaries(dataDir: string, ref: string): Promise<FormerPrimary[]> {
  const names = await readdir(folderOf(dataDir, ref)).catch((): string[] => [])
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
    .map((id) => ({ id, at: id.replace(NAME, '$1-$2-$3T$4:$5:$6.$7Z') }))
}

/** @param id as `formerPrimaries` gives */
export async function removeFormer(dataDir: string, ref: string, id: string): Promise<void> {
  if (NAME.test(id))
    await rm(join(folderOf(dataDir, ref), id), { recursive: true, force: true, maxRetries: 10 })
}
