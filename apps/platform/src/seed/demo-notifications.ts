/** What the demo's people were told before today. What happens while the demo is made is told by its own producers. */
import type { ControlStatement } from '../control/control-database.js'
import type { Notice } from '../notifications/notice.js'
import { memberJoined, roleChanged } from '../notifications/notices.js'
import { statementsOf } from '../notifications/notify.js'
import type { DemoPeople } from './demo-people.js'

interface DemoOrganization {
  id: number
  name: string
}

export function notificationStatements(
  { bo, dee }: DemoPeople,
  { shop, letter }: { shop: DemoOrganization; letter: DemoOrganization },
): ControlStatement[] {
  return [
    ...toldBefore(memberJoined(shop, { ...bo, role: 'Administrator' }), 90.9, 'archived'),
    ...toldBefore(memberJoined(shop, { ...dee, role: 'Read-only' }), 63.4, 'archived'),
    ...toldBefore(roleChanged(shop, { id: dee.id, from: 'Read-only', to: 'Developer' }), 40, 'seen'),
    ...toldBefore(memberJoined(letter, { ...dee, role: 'Developer' }), 12.2, 'seen'),
  ]
}

function toldBefore(
  notice: Notice,
  daysAgo: number,
  status: 'new' | 'seen' | 'archived',
): ControlStatement[] {
  return [
    ...statementsOf(notice),
    {
      sql: `update control.notifications set status = $2,
        inserted_at = now() - make_interval(secs => $3::float8 * 86400) where fact = $1`,
      parameters: [notice.fact, status, daysAgo],
    },
  ]
}
