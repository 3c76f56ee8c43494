/** Refuses what would store something while the disk of the data directory is full. */
import { diskOf, hasRoom, type Disk, type RequireRoom } from '../services/disk-space.js'
import { HttpError } from './error-table.js'

/** Milliseconds for which "there is room" counts: asking takes longer than the rest of a small call. */
const COUNTS_MS = 200

/**
 * A disk that can't be asked causes other errors. A full one is asked each time: the next call goes through as soon as
 * something was deleted.
 */
export function roomIn(folder: string, askDisk: (folder: string) => Promise<Disk> = diskOf): RequireRoom {
  let asked: { disk: Promise<Disk | undefined>; at: number } | undefined
  return async () => {
    const now = performance.now()
    if (!asked || now - asked.at > COUNTS_MS)
      asked = { disk: askDisk(folder).catch(() => undefined), at: now }
    const mine = asked
    const disk = await mine.disk
    if (!disk || hasRoom(disk)) return
    if (asked === mine) asked = undefined
    throw new HttpError('disk_full')
  }
}
