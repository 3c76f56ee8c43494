/** With a full disk SQL may read and delete: what may store something is refused where its database is on that disk. */
import type { ControlDatabase } from '../control/control-database.js'
import { projectByRef } from '../control/projects.js'
import { askText } from '../engines/threads/text-thread.js'
import type { RequireRoom } from './disk-space.js'

/** It throws the refusal of `requireRoom`. */
export type RequireRoomForSql = (ref: string, sql: string) => Promise<void>

export interface RoomForSqlDeps {
  control: ControlDatabase
  requireRoom: RequireRoom | undefined
}

export function roomForSql({ control, requireRoom }: RoomForSqlDeps): RequireRoomForSql {
  return async (ref, sql) => {
    if (!requireRoom || !(await askText('mayStore', sql))) return
    try {
      await requireRoom()
    } catch (refusal) {
      // A database that was added by URL is elsewhere.
      if ((await projectByRef(control, ref))?.engine !== 'postgres') throw refusal
    }
  }
}
