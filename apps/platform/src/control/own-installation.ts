/** The initial rows of a self-hosted platform: its organization, its project, and the local profile. */
import { randomUUID } from 'node:crypto'
import { OWNER } from '../access/roles.js'
import type { ControlDatabase } from './control-database.js'

export const OWN_SLUG = 'default'
export const OWN_REF = 'default'

/**
 * Idempotent, also for two processes at once.
 * @param accountsOn whether there are accounts; without them, the local profile is the owner
 */
export async function ensureOwnOrganization(control: ControlDatabase, accountsOn: boolean): Promise<number> {
  await control.write([
    {
      sql: `insert into control.profiles (id, first_name, is_local) values ($1, 'You', true)
        on conflict do nothing`,
      parameters: [randomUUID()],
    },
    {
      sql: `insert into control.organizations (slug, name, plan, usage_billing_enabled)
        values ($1, 'Default organization', 'enterprise', true) on conflict do nothing`,
      parameters: [OWN_SLUG],
    },
    accountsOn
      ? {
          sql: 'delete from control.members m using control.profiles p where p.id = m.profile_id and p.is_local',
        }
      : {
          sql: `insert into control.members (organization_id, profile_id, role)
            select o.id, p.id, $2 from control.organizations o, control.profiles p
            where o.slug = $1 and p.is_local on conflict do nothing`,
          parameters: [OWN_SLUG, OWNER],
        },
  ])
  const [row] = await control.select<{ id: number }>('select id from control.organizations where slug = $1', [
    OWN_SLUG,
  ])
  return row?.id ?? 0
}
