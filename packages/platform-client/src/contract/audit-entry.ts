/** The audit log's lines. */

/** One line of the audit log: who did what to what, when, from where. */
export interface AuditEntry {
  id: number
  occurred_at: string
  /** Null: the platform itself. */
  actor: { id: string; name: string; email: string | null } | null
  /** `project.create`, `member.remove`; a stable word. */
  action: string
  /** What it was done to, as people name it. */
  target: string
  project_ref?: string
  /** In the log of the whole installation: where it happened, also once the organization is deleted. */
  organization_name?: string
  /** What changed; never a secret. */
  detail: Record<string, unknown>
  ip: string | null
  request_id: string | null
}
