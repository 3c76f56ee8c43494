/** How much room the data directory has: a database that finds none stops in the middle of its work. */
import type { PlatformPart } from '@basedeck/platform-client/contract'
import { bytesText } from '@basedeck/core/rules'
import { statfs } from 'node:fs/promises'

const MB = 1024 * 1024
/** Below this PostgreSQL may find no room for its next segment of the log (16 MB), and for what it writes meanwhile. */
const FULL_BYTES = 200 * MB
const NEARLY_FULL_BYTES = 1024 * MB

/** Free bytes of the file system that a folder lies on, for who is no superuser. @throws the system's error */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export function diskPart(free: number): PlatformPart {
  const detail = `${bytesText(free)} free`
  if (free < FULL_BYTES) return { part: 'disk', state: 'fails', detail: `The disk is full: ${detail}` }
  if (free < NEARLY_FULL_BYTES)
    return { part: 'disk', state: 'fails', detail: `The disk is nearly full: ${detail}` }
  return { part: 'disk', state: 'works', detail }
}

/** Whether anything can still be written. */
export function isFull(free: number): boolean {
  return free < FULL_BYTES
}
