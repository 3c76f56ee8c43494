/** How much room the data directory has: a database that finds none stops in the middle of its work. */
import type { PlatformPart } from '@basedeck/platform-client/contract'
import { bytesText } from '@basedeck/core/rules'
import { statfs } from 'node:fs/promises'
import { projectText } from '../text/projects.js'

const MB = 1024 * 1024
/** With less, PostgreSQL may have no room for its next WAL segment (16 MB) and for concurrent writes. */
const FULL_BYTES = 200 * MB
const NEARLY_FULL_BYTES = 1024 * MB

export type DiskState = 'enough' | 'nearly-full' | 'full'

/** Free bytes on the file system of a folder, for ordinary users. @throws the system's error */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export function diskState(free: number): DiskState {
  if (free < FULL_BYTES) return 'full'
  return free < NEARLY_FULL_BYTES ? 'nearly-full' : 'enough'
}

export function diskPart(free: number): PlatformPart {
  if (diskState(free) === 'enough')
    return { part: 'disk', state: 'works', detail: projectText.diskFree(bytesText(free)) }
  return { part: 'disk', state: 'fails', detail: diskSentence(free) }
}

/** For the log and the status page. */
export function diskSentence(free: number): string {
  return projectText.disk(diskState(free), bytesText(free))
}

/** Whether anything can still be written. */
export function isFull(free: number): boolean {
  return diskState(free) === 'full'
}
