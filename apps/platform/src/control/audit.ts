/** The audit log: each change writes its entry in the same transaction, so that neither exists without the other. */
import type { AuditChoices, AuditEntry, AuditPage } from '@basedeck/platform-client/contract'
import type { Origin } from '../access/caller.js'
import type { ControlDatabase, ControlStatement, Parameter } from './control-database.js'

/** Who did it; null is the platform itself. */
export interface Actor {
  id: string
  name: string
  email: string | null
  /** The access token that was used; absent or null: none. */
  token?: { id: string; name: string } | null
}

export interface AuditedChange {
  /** The object, a dot and the verb: `project.create`. */
  action: string
  /** What was changed, by its displayed name. */
  target: string
  organizationId?: number | undefined
  projectRef?: string | undefined
  /** What changed; never a secret. */
  detail?: Record<string, unknown>
}

export const AUDIT_PAGE_SIZE = 50

export function auditStatement(
  actor: Actor | null,
  origin: Origin | null,
  change: AuditedChange,
): ControlStatement {
  return {
    sql: `insert into control.audit_log
      (actor_id, actor_name, actor_email, organization_id, project_ref, action, target, detail, ip, request_id,
       token_id, token_name)
      select $1::uuid, $2, $3, $4::int, $5, $6, $7, $8::jsonb, $9, $10, $11::uuid, $12`,
    parameters: [
      actor?.id,
      actor?.name,
      actor?.email,
      change.organizationId,
      change.projectRef,
      change.action,
      change.target,
      JSON.stringify(change.detail ?? {}),
      origin?.ip,
      origin?.requestId,
      actor?.token?.id,
      actor?.token?.name,
    ],
  }
}

/**
 * The same, at most once per interval: repeated saves of a text in progress get one entry. @param minutes since the
 * last one
 */
export function auditOnce(
  actor: Actor,
  origin: Origin,
  change: AuditedChange,
  minutes: number,
): ControlStatement {
  const { sql, parameters = [] } = auditStatement(actor, origin, change)
  return {
    sql: `${sql} where not exists (select from control.audit_log
      where actor_id = $1 and project_ref = $5 and action = $6 and detail @> $8::jsonb
        and occurred_at > now() - interval '${minutes} minutes')`,
    parameters,
  }
}

export interface AuditFilter {
  organizationId?: number
  actorId?: string
  /** Names the organization of each entry. */
  withOrganization?: boolean
  projectRef?: string | undefined
  search?: string | undefined
  /** The id of a person. `platform`: entries that the platform made by itself. */
  actor?: string | undefined
  token?: string | undefined
  action?: string | undefined
  /** `2026-01-31`, of UTC. */
  day?: string | undefined
  /** Entries older than this one. */
  cursor?: string | undefined
  limit?: number | undefined
}

interface AuditRow {
  id: number
  occurred_at: string
  actor_id: string | null
  actor_name: string | null
  actor_email: string | null
  project_ref: string | null
  organization_name: string | null
  action: string
  target: string
  detail: Record<string, unknown>
  ip: string | null
  request_id: string | null
  token_id: string | null
  token_name: string | null
}

/** The name of a deleted organization is in the entry of its deletion. */
const ORGANIZATION_NAME = `coalesce(
  (select o.name from control.organizations o where o.id = a.organization_id),
  (select d.target from control.audit_log d
   where d.organization_id = a.organization_id and d.action = 'organization.delete' limit 1))`

/** Whose log it is. */
type AuditScope = Pick<AuditFilter, 'organizationId' | 'actorId'>

type Bind = (value: Parameter) => string

function scopeOf({ organizationId, actorId }: AuditScope, bind: Bind): string[] {
  return [
    ...(organizationId === undefined ? [] : [`organization_id = ${bind(organizationId)}`]),
    ...(actorId === undefined ? [] : [`actor_id = ${bind(actorId)}`]),
  ]
}

function isOn(day: string): string {
  const begin = `${day}::date::timestamp at time zone 'UTC'`
  return `occurred_at >= ${begin} and occurred_at < ${begin} + interval '1 day'`
}

const CHOICES_MAX = 200

/** What a call asks of a log. */
export interface AuditQuestion extends Omit<
  AuditFilter,
  'organizationId' | 'actorId' | 'projectRef' | 'withOrganization'
> {
  project_ref?: string | undefined
  with_choices?: 'true' | 'false' | undefined
}

/** A page as the calls give it. */
export async function auditPage(
  control: ControlDatabase,
  scope: AuditScope & Pick<AuditFilter, 'withOrganization'>,
  { project_ref: projectRef, with_choices, ...query }: AuditQuestion,
): Promise<Omit<AuditPage, 'retention_days'>> {
  const page = await readAudit(control, { ...query, ...scope, projectRef })
  return with_choices === 'true' ? { ...page, choices: await readAuditChoices(control, scope) } : page
}

/** What the log can be narrowed to. */
async function readAuditChoices(
  control: Pick<ControlDatabase, 'select'>,
  scope: AuditScope,
): Promise<AuditChoices> {
  const parameters: Parameter[] = []
  const where = scopeOf(scope, (value) => `$${parameters.push(value)}`).join(' and ') || 'true'
  const named = (id: string, name: string) =>
    control.select<{ id: string; name: string }>(
      // The name that it had last.
      `select distinct on (${id}) ${id}::text as id, ${name} as name from control.audit_log
       where ${where} and ${id} is not null order by ${id}, control.audit_log.id desc limit ${CHOICES_MAX}`,
      parameters,
    )
  const words = async (column: string) =>
    (
      await control.select<{ word: string }>(
        `select distinct ${column} as word from control.audit_log
         where ${where} and ${column} is not null order by 1 limit ${CHOICES_MAX}`,
        parameters,
      )
    ).map(({ word }) => word)
  const [people, tokens, actions, projects] = await Promise.all([
    named('actor_id', 'actor_name'),
    named('token_id', 'token_name'),
    words('action'),
    words('project_ref'),
  ])
  const [own] = await control.select(
    `select 1 as one from control.audit_log where ${where} and actor_id is null limit 1`,
    parameters,
  )
  return { actors: [...people, ...(own ? [{ id: 'platform', name: '' }] : [])], tokens, actions, projects }
}

/** Newest first. */
export async function readAudit(
  control: ControlDatabase,
  filter: AuditFilter,
): Promise<Pick<AuditPage, 'entries' | 'cursor'>> {
  const limit = filter.limit ?? AUDIT_PAGE_SIZE
  const parameters: Parameter[] = []
  const bind = (value: Parameter) => `$${parameters.push(value)}`
  const conditions = [
    ...scopeOf(filter, bind),
    ...(filter.actor === undefined
      ? []
      : [filter.actor === 'platform' ? 'actor_id is null' : `actor_id::text = ${bind(filter.actor)}`]),
    ...(filter.token === undefined ? [] : [`token_id::text = ${bind(filter.token)}`]),
    ...(filter.action === undefined ? [] : [`action = ${bind(filter.action)}`]),
    ...(filter.day === undefined ? [] : [isOn(bind(filter.day))]),
    ...(filter.projectRef === undefined ? [] : [`project_ref = ${bind(filter.projectRef)}`]),
    ...(filter.cursor === undefined ? [] : [`id < ${bind(filter.cursor)}`]),
    ...(filter.search ? [matches(bind(filter.search))] : []),
  ]
  const rows = await control.select<AuditRow>(
    `select id, occurred_at, actor_id, actor_name, actor_email, project_ref, action, target, detail, ip, request_id,
       token_id, token_name, ${filter.withOrganization ? ORGANIZATION_NAME : 'null'} as organization_name
     from control.audit_log a where ${conditions.join(' and ') || 'true'} order by id desc limit ${limit + 1}`,
    parameters,
  )
  const entries = rows.slice(0, limit).map(entryOf)
  const last = entries.at(-1)
  return { entries, ...(rows.length > limit && last ? { cursor: String(last.id) } : {}) }
}

/** Case-insensitive substring; no character is a wildcard. */
function matches(parameter: string): string {
  const columns = ['action', 'target', 'actor_name', 'actor_email', 'project_ref', 'token_name']
  return `(${columns.map((column) => `strpos(lower(coalesce(${column}, '')), lower(${parameter})) > 0`).join(' or ')})`
}

/** The person who changed a project last. Undefined: the platform changed it, or no entry says who. */
export async function lastActor(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
  action: string,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await control.select<{ id: string | null; name: string | null }>(
    `select actor_id as id, actor_name as name from control.audit_log
     where project_ref = $1 and action = $2 order by id desc limit 1`,
    [ref, action],
  )
  return row && row.id !== null ? { id: row.id, name: row.name ?? '' } : undefined
}

function entryOf(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    occurred_at: row.occurred_at,
    actor:
      row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '', email: row.actor_email },
    ...(row.token_id === null ? {} : { token: { id: row.token_id, name: row.token_name ?? '' } }),
    action: row.action,
    target: row.target,
    ...(row.project_ref === null ? {} : { project_ref: row.project_ref }),
    ...(row.organization_name === null ? {} : { organization_name: row.organization_name }),
    detail: row.detail,
    ip: row.ip,
    request_id: row.request_id,
  }
}

/** Deletes entries older than the retention. */
export function forgetOldAudit(retentionDays: number): ControlStatement {
  return {
    sql: `delete from control.audit_log where occurred_at < now() - make_interval(days => $1::int)`,
    parameters: [retentionDays],
  }
}
