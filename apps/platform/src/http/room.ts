/** Refuses what would store something while the disk of the data directory is full. */
import { diskOf, hasRoom, type Disk, type RequireRoom } from '../services/disk-space.js'
import { HttpError } from './error-table.js'

/** Milliseconds for which an answer counts: asking takes longer than the rest of a small call. */
const COUNTS_MS = 200

/** A disk that can't be asked causes other errors. */
export function roomIn(folder: string): RequireRoom {
  let asked: { disk: Promise<Disk | undefined>; at: number } | undefined
  return async () => {
    const now = performance.now()
    if (!asked || now - asked.at > COUNTS_MS) asked = { disk: diskOf(folder).catch(() => undefined), at: now }
    const disk = await asked.disk
    if (disk && !hasRoom(disk)) throw new HttpError('disk_full')
  }
}
