/** Sessions, second factors and identities of one user: what is shown of each, and how it is ended or removed. */
import { computed, type ReadableAtom } from 'nanostores'
import type { UserChange, UserPartChange, WholeUser } from '../../data/users.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import type { MutationOutcome } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { deviceOf } from '../../rules/help/device.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { USER_TABLES, type UserTable } from '../../sql/auth/user-detail.js'
import { usersText } from '../../text/users.js'

const text = usersText.panel

/** One session, factor or identity. */
export interface ShownPart {
  id: string
  /** What names it: a device, a name, a provider. */
  name: string
  /** The other columns that have a value. */
  facts: Readonly<Record<string, string>>
  /** Whether it can be removed now. */
  control: ControlState
}

/** Parts of one kind. */
export interface ShownParts {
  table: UserTable
  parts: readonly ShownPart[]
}

/** A part whose removal is asked about. */
export interface RemovedPart {
  table: Exclude<UserTable, 'sessions'>
  id: string
  name: string
}

/** What a user has: the stores to show, and the removal of one of them. */
export interface UserParts {
  /** Only of the tables that the database has. */
  readonly $parts: ReadableAtom<readonly ShownParts[]>
  readonly removal: Confirmation<RemovedPart>
  /** Ends a session at once, and asks about the others first. */
  remove(table: UserTable, part: ShownPart): void
}

const CHANGES: Readonly<Record<UserTable, UserPartChange>> = {
  sessions: 'end-session',
  mfa_factors: 'remove-factor',
  identities: 'remove-identity',
}

export function createUserParts({
  userId,
  $user,
  $mayChange,
  run,
}: {
  userId: string
  $user: ReadableAtom<Remote<WholeUser | null>>
  $mayChange: ReadableAtom<ControlState>
  /** Runs a change, and says that it is done. */
  run(change: UserChange, done: string): Promise<MutationOutcome<unknown>>
}): UserParts {
  const change = (table: UserTable, part: string) =>
    run({ type: CHANGES[table], id: userId, part }, text.parts[table].done)
  const removal = createConfirmation<RemovedPart>(({ table, id }) => change(table, id))
  return {
    $parts: computed([$user, $mayChange], (remote, mayChange) => {
      const entries = remote.status === 'ready' ? (remote.data?.entries ?? {}) : {}
      return USER_TABLES.flatMap((table) => {
        const rows = entries[table]
        if (!rows) return []
        const control: ControlState =
          table === 'identities' && rows.length === 1 && !mayChange.disabled
            ? { disabled: true, hint: text.lastIdentity }
            : mayChange
        return [{ table, parts: rows.map((row) => ({ ...partOf(table, row), control })) }]
      })
    }),
    removal,
    remove(table, { id, name, control }) {
      if (control.disabled) return
      if (table === 'sessions') void change(table, id)
      else removal.ask({ table, id, name })
    },
  }
}

/** The columns that the name of a part is made of are not told twice. */
function partOf(table: UserTable, row: Readonly<Record<string, string>>): Omit<ShownPart, 'control'> {
  const { id = '', ...rest } = row
  if (table === 'sessions') {
    const { user_agent: userAgent = '', ip, ...facts } = rest
    const { program, system } = deviceOf(userAgent)
    return { id, name: `${text.device(program, system)}, ${text.place(ip)}`, facts }
  }
  if (table === 'mfa_factors') {
    const { friendly_name: name, factor_type: type = '', ...facts } = rest
    const kind = text.factorTypes[type] ?? type
    return { id, name: `${name || text.unnamedFactor} (${kind})`, facts }
  }
  const { provider = '', email, ...facts } = rest
  const named = usersText.providers[provider] ?? provider
  return { id, name: email ? `${named}, ${email}` : named, facts }
}
