/** The people of the demo. */
import { randomUUID } from 'node:crypto'
import { hashPassword } from '../accounts/password-hash.js'
import type { ControlStatement } from '../control/control-database.js'
import { insertProfile } from '../control/profiles.js'

export interface DemoPerson {
  id: string
  name: string
  email: string
}

const PEOPLE = {
  ada: { name: 'Ada Admin', email: 'ada@example.com' },
  bo: { name: 'Bo Builder', email: 'bo@example.com' },
  dee: { name: 'Dee Developer', email: 'dee@example.com' },
  ray: { name: 'Ray Reader', email: 'ray@example.com' },
} as const

export type DemoPeople = Record<keyof typeof PEOPLE, DemoPerson>

export function demoPeople(): DemoPeople {
  const person = (key: keyof typeof PEOPLE): DemoPerson => ({ id: randomUUID(), ...PEOPLE[key] })
  return { ada: person('ada'), bo: person('bo'), dee: person('dee'), ray: person('ray') }
}

/** All with the one password that is printed. */
export async function insertPeople(all: DemoPeople, password: string): Promise<ControlStatement[]> {
  const passwordHash = await hashPassword(password)
  return Object.values(all).map(({ id, name, email }) =>
    insertProfile({
      id,
      email,
      firstName: name,
      passwordHash,
      isEmailProved: true,
      isAdministrator: id === all.ada.id,
    }),
  )
}
