/** Refuses what would store something while the disk of the data directory is full. */
import { diskOf, hasRoom, type RequireRoom } from '../services/disk-space.js'
import { HttpError } from './error-table.js'

/** A disk that can't be asked causes other errors. */
export function roomIn(folder: string): RequireRoom {
  return async () => {
    const disk = await diskOf(folder).catch(() => undefined)
    if (disk && !hasRoom(disk)) throw new HttpError('disk_full')
  }
}
