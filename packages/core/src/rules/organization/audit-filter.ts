/**
 * What an audit log is narrowed to beside its search.
 * @rule audit.filter  @spec §2
 */
import type { AuditChoices } from '@basedeck/platform-client/contract'

/** One value of each kind; empty: all. */
export interface AuditFilter {
  /** The id of a person; `platform`: the platform itself. */
  actor: string
  /** The id of an access token. */
  token: string
  action: string
  /** The ref of a project. */
  project: string
  /** `2026-01-31`, a day of UTC. */
  day: string
}

export const NO_AUDIT_FILTER: AuditFilter = { actor: '', token: '', action: '', project: '', day: '' }

/** The kinds that have a list of choices, in their order. */
export const AUDIT_LISTS = ['actor', 'token', 'action', 'project'] as const
/** A kind that has a list of choices. */
export type AuditListName = (typeof AUDIT_LISTS)[number]

/** Whether entries may be left out. */
export function isAuditFiltered(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== '')
}

/** The parameters of the call. */
export function auditParameters({ project, ...filter }: AuditFilter) {
  const all = { ...filter, project_ref: project }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')) as Partial<typeof all>
}

/**
 * The choices of a kind. A kind that does not tell entries apart has none. `name` is empty for the platform itself.
 * @param chosen stays among the choices
 */
export function auditChoices(
  { actors, tokens, actions, projects }: AuditChoices,
  kind: AuditListName,
  chosen: string,
): { id: string; name: string }[] {
  const words = (all: readonly string[]) => all.map((word) => ({ id: word, name: word }))
  const lists = { actor: actors, token: tokens, action: words(actions), project: words(projects) }
  const least = kind === 'token' || kind === 'project' ? 1 : 2
  const list = lists[kind]
  return list.length < least && chosen === ''
    ? []
    : [...list].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
