/** The caller's notifications. CONTRACT "Notifications". */
import {
  archiveAllNotifications,
  getNotificationsSummary,
  listNotifications,
  patchArchiveAllNotifications,
  putArchiveAllNotifications,
  putNotifications,
  updateNotifications,
  type NotificationStatus,
} from '@basedeck/platform-client/contract'
import type { Caller } from '../access/caller.js'
import type { ControlDatabase } from '../control/control-database.js'
import {
  archiveAllRows,
  listNotificationRows,
  setNotificationStatuses,
  summarizeNotifications,
} from '../control/notifications.js'
import { sightOf } from '../notifications/audience.js'
import type { Mount } from './mount.js'

export function notificationRoutes(mount: Mount, { control }: { control: ControlDatabase }): void {
  mount.on(listNotifications, ({ caller, query }) =>
    listNotificationRows(control, sightOf(caller), {
      statuses: query.status,
      priorities: query.priority,
      slugs: query.org_slug,
      refs: query.project_ref,
      offset: query.offset,
      limit: query.limit,
    }),
  )
  mount.on(getNotificationsSummary, ({ caller }) => summarizeNotifications(control, sightOf(caller)))

  const update = async (caller: Caller, changes: { id: string; status: NotificationStatus }[]) => {
    if (changes.length > 0) await control.append([setNotificationStatuses(sightOf(caller), changes)])
    return {}
  }
  mount.on(updateNotifications, ({ caller, body }) => update(caller, body))
  mount.on(putNotifications, ({ caller, body }) => update(caller, body))

  const archiveAll = async (caller: Caller) => {
    await control.append([archiveAllRows(sightOf(caller))])
    return {}
  }
  mount.on(archiveAllNotifications, ({ caller }) => archiveAll(caller))
  mount.on(putArchiveAllNotifications, ({ caller }) => archiveAll(caller))
  mount.on(patchArchiveAllNotifications, ({ caller }) => archiveAll(caller))
}
