/** Tells that second factors of an account were removed: the person, and, of the last one, those who look after its organizations. */
import type { ControlDatabase } from '../control/control-database.js'
import { organizationsOfMember } from '../control/members.js'
import type { Notify } from './notice.js'
import { factorRemoved, ownFactorRemoved, type Doing } from './team-notices.js'

export interface FactorsRemoved {
  member: Doing
  /** Undefined: the operator at the machine. */
  by: Doing | undefined
  /** The account has no second factor any more. */
  isLast: boolean
}

export async function tellFactorsRemoved(
  { control, notify }: { control: Pick<ControlDatabase, 'select'>; notify: Notify },
  { member, by, isLast }: FactorsRemoved,
): Promise<void> {
  await notify(ownFactorRemoved(member.id, by))
  if (!isLast) return
  for (const organization of await organizationsOfMember(control, member.id))
    await notify(factorRemoved(organization, member, by))
}
