/** How much room the data directory has: a database that finds none stops in the middle of its work. */
import type { PlatformPart } from '@basedeck/platform-client/contract'
import { sizeText } from '@basedeck/core/rules'
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
    return { part: 'disk', state: 'works', detail: projectText.diskFree(sizeText(free)) }
  return { part: 'disk', state: 'fails', detail: diskSentence(free) }
}

/** For the log and the status page. */
export function diskSentence(free: number): string {
  return projectText.disk(diskState(free), sizeText(free))
}

/** Called before something is stored. It throws the refusal where the disk has no room for it. */
export type RequireRoom = () => Promise<void>

/** The file system of a folder, for ordinary users. */
export interface Disk {
  freeBytes: number
  totalBytes: number
}

/** @throws the system's error */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Three segments of WAL (16 MB each): with them people sign in and delete, and PostgreSQL starts again. */
const RESERVE_MAX_BYTES = 48 * MB
const RESERVE_MIN_BYTES = 16 * MB

/** What is kept for signing in and deleting. */
export function reserveBytes({ totalBytes }: Disk): number {
  return Math.min(RESERVE_MAX_BYTES, Math.max(RESERVE_MIN_BYTES, Math.floor(totalBytes / 10)))
}

/** Whether something new may be stored. */
export function hasRoom(disk: Disk): boolean {
  return disk.freeBytes >= reserveBytes(disk)
}

/** Whether anything can still be written. */
export function isFull(free: number): boolean {
  return diskState(free) === 'full'
}
