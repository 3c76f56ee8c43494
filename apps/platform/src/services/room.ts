/** Refuses what would store something while the disk of the data directory is full. */
import { HttpError } from '../http/error-table.js'
import { diskOf, hasRoom } from './disk-space.js'

/** @throws HttpError disk_full */
export type RequireRoom = () => Promise<void>

/** A disk that can't be asked causes other errors. */
export function roomIn(folder: string): RequireRoom {
  return async () => {
    const disk = await diskOf(folder).catch(() => undefined)
    if (disk && !hasRoom(disk)) throw new HttpError('disk_full')
  }
}
