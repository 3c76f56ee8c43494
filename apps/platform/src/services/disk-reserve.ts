/**
 * A file in the data directory that is given up when the disk is full, so that people can sign in, read and delete, and
 * that is made again when there is room.
 */
import { open, rm, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { projectText } from '../text/projects.js'
import { reserveBytes, type Disk } from './disk-space.js'

const NAME = 'disk-reserve'
const PIECE_BYTES = 1024 * 1024
/** It is made where this many times its size is free, so that it does not fill the disk itself. */
const ROOM_TIMES = 3

export interface DiskReserve {
  /** Makes it or gives it up, as the disk is. Never rejects. */
  settle(): Promise<void>
  /** Something could not be written. Never rejects. */
  giveUp(): Promise<void>
}

export interface DiskReserveDeps {
  dataDir: string
  disk(): Promise<Disk>
  log: Pick<Logger, 'info' | 'error'>
}

export function createDiskReserve({ dataDir, disk, log }: DiskReserveDeps): DiskReserve {
  const path = join(dataDir, NAME)
  let last: Promise<void> = Promise.resolve()
  /** One after the other: it is not made while it is given up. */
  const inTurn = (work: () => Promise<void>): Promise<void> => (last = last.then(work).catch(() => {}))

  const isThere = () =>
    stat(path).then(
      () => true,
      () => false,
    )

  async function give(): Promise<void> {
    if (!(await isThere())) return
    await rm(path, { force: true })
    log.error(projectText.reserveGivenUp)
  }

  async function make(bytes: number): Promise<void> {
    const file = await open(path, 'wx', 0o600)
    try {
      // File systems store zeros without taking room for them.
      const piece = randomBytes(PIECE_BYTES)
      for (let written = 0; written < bytes; written += PIECE_BYTES) await file.write(piece)
      await file.close()
    } catch (error) {
      await file.close().catch(() => {})
      await rm(path, { force: true })
      throw error
    }
  }

  return {
    settle: () =>
      inTurn(async () => {
        const now = await disk()
        const bytes = reserveBytes(now)
        if (now.freeBytes < bytes / 2) return give()
        if (now.freeBytes >= bytes * ROOM_TIMES && !(await isThere())) await make(bytes)
      }),
    giveUp: () => inTurn(give),
  }
}
