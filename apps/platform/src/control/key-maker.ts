/**
 * Whether a temporary key is still valid: it lives as long as the session, token or membership that it was made with, and
 * no longer than its maker may hold such a key. Asked at each use. DESIGN §8.
 */
import { mayHold } from '../access/credential-rights.js'
import { isClosed, type Caller } from '../access/caller.js'
import { callerOfCredential, localCaller } from './callers.js'
import type { ControlDatabase } from './control-database.js'
import { findProject } from './resources.js'

/** Written into the key: `session:<id>`, `token:<id>` or `local`. */
export function makerOf({ via, credentialId }: Pick<Caller, 'via' | 'credentialId'>): string {
  return credentialId === null ? via : `${via}:${credentialId}`
}

const MAKER = /^(session|token):([0-9a-f-]{36})$/

export interface KeyMakersDeps {
  control: Pick<ControlDatabase, 'selectOften'>
  /** False: every caller is the local profile. */
  accountsOn: boolean
}

/** Whether the maker of a temporary key of the project may still hold it. */
export async function isMakerEntitled(
  { control, accountsOn }: KeyMakersDeps,
  ref: string,
  maker: string,
): Promise<boolean> {
  const caller = await callerOf({ control, accountsOn }, maker)
  const project = caller && (await findProject(control, ref))
  if (!caller || !project) return false
  const { id, slug } = project.organization
  const membership = caller.memberships.find(({ organizationId }) => organizationId === id)
  if (!membership || isClosed(caller, membership)) return false
  return mayHold(caller, 'service_key', { slug, ref })
}

async function callerOf({ control, accountsOn }: KeyMakersDeps, maker: string): Promise<Caller | undefined> {
  if (maker === 'local') return accountsOn ? undefined : localCaller(control)
  const [, via, id] = MAKER.exec(maker) ?? []
  return via === undefined || id === undefined
    ? undefined
    : callerOfCredential(control, via as 'session' | 'token', id)
}
