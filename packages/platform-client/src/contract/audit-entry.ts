/** Entries of the audit log. */

/** An entry of the audit log: who did what to what, when, from where. */
export interface AuditEntry {
  id: number
  occurred_at: string
  /** Null: the platform itself. */
  actor: { id: string; name: string; email: string | null } | null
  /** The access token that the actor used; absent: none. Its name is kept when the token is deleted. */
  token?: { id: string; name: string }
  /** `project.create`, `member.remove`; a stable word. */
  action: string
  /** What was changed, by its displayed name. */
  target: string
  project_ref?: string
  /** The organization, in the log of the whole installation; kept after its deletion. */
  organization_name?: string
  /** What changed; never a secret. */
  detail: Record<string, unknown>
  ip: string | null
  request_id: string | null
}
