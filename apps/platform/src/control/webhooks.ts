/** Webhooks of projects as rows, and the messages that they send. */
import {
  WEBHOOK_DELIVERIES_SHOWN,
  WEBHOOKS_MAX,
  type WebhookDelivery,
  type WebhookEvent,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

type Reading = Pick<ControlDatabase, 'select'>

export interface WebhookRow {
  id: string
  ref: string
  name: string
  schema_name: string
  table_name: string
  events: WebhookEvent[]
  function_slug: string | null
  url: string | null
  header_names: string[]
  sealed: string
  timeout_ms: number
  enabled: boolean
  created_at: string
  updated_at: string
}

/** What a member sets. */
export type WebhookSettings = Omit<WebhookRow, 'ref' | 'created_at' | 'updated_at'>

const SHOWN = `select w.id, p.ref, w.name, w.schema_name, w.table_name, w.events, w.function_slug, w.url, w.header_names,
    w.sealed, w.timeout_ms, w.enabled, w.created_at, w.updated_at
  from control.webhooks w join control.projects p on p.id = w.project_id`

/** By name. */
export function webhookRows(control: Reading, ref: string): Promise<WebhookRow[]> {
  return control.select<WebhookRow>(`${SHOWN} where p.ref = $1 order by w.name collate "C"`, [ref])
}

export async function webhookRow(control: Reading, ref: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await control.select<WebhookRow>(`${SHOWN} where p.ref = $1 and w.id = $2::uuid`, [ref, id])
  return row
}

/** Projects with a webhook that is on. */
export async function projectsWithWebhooks(
  control: Reading,
): Promise<{ ref: string; installation_id: string | null }[]> {
  return control.select(
    `select p.ref, d.installation_id from control.projects p
     join control.databases d on d.project_id = p.id and d.identifier = p.ref
     where p.status in ('ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY')
       and exists (select from control.webhooks w where w.project_id = p.id and w.enabled)`,
  )
}

/** Touches no row where the project has as many webhooks as it can have. */
export function insertWebhook(ref: string, settings: WebhookSettings): ControlStatement {
  return {
    sql: `insert into control.webhooks (id, project_id, name, schema_name, table_name, events, function_slug, url,
        header_names, sealed, timeout_ms, enabled)
      select $2::uuid, p.id, $3, $4, $5, array(select json_array_elements_text($6::json)), $7, $8,
        array(select json_array_elements_text($9::json)), $10, $11::int, $12::boolean
      from control.projects p where p.ref = $1
        and (select count(*) from control.webhooks o where o.project_id = p.id) < $13::int`,
    parameters: [ref, ...valuesOf(settings), WEBHOOKS_MAX],
    expect: 1,
  }
}

export function updateWebhookRow(ref: string, settings: WebhookSettings): ControlStatement {
  return {
    sql: `update control.webhooks w set name = $3, schema_name = $4, table_name = $5,
        events = array(select json_array_elements_text($6::json)), function_slug = $7, url = $8,
        header_names = array(select json_array_elements_text($9::json)), sealed = $10, timeout_ms = $11::int,
        enabled = $12::boolean, updated_at = now()
      from control.projects p where p.id = w.project_id and p.ref = $1 and w.id = $2::uuid`,
    parameters: [ref, ...valuesOf(settings)],
    expect: 1,
  }
}

function valuesOf(settings: WebhookSettings) {
  const { id, name, schema_name, table_name, events, function_slug, url, header_names, sealed } = settings
  const lists = [JSON.stringify(events), JSON.stringify(header_names)] as const
  return [
    id,
    name,
    schema_name,
    table_name,
    lists[0],
    function_slug,
    url,
    lists[1],
    sealed,
    settings.timeout_ms,
    settings.enabled,
  ]
}

/** Its table has another name now. */
export function renameWebhookTable(
  id: string,
  { schema, table }: { schema: string; table: string },
): ControlStatement {
  return {
    sql: 'update control.webhooks set schema_name = $2, table_name = $3 where id = $1::uuid',
    parameters: [id, schema, table],
  }
}

export function deleteWebhookRow(ref: string, id: string): ControlStatement {
  return {
    sql: `delete from control.webhooks w using control.projects p
      where p.id = w.project_id and p.ref = $1 and w.id = $2::uuid`,
    parameters: [ref, id],
    expect: 1,
  }
}

/** Turns one on by its name. */
export function enableWebhook(ref: string, name: string): ControlStatement {
  return {
    sql: `update control.webhooks w set enabled = true, updated_at = now()
      from control.projects p where p.id = w.project_id and p.ref = $1 and w.name = $2`,
    parameters: [ref, name],
  }
}

/** What was taken out of the queue of a project's database. */
export interface TakenMessage {
  id: string
  webhook_id: string
  event: WebhookEvent
  /** Sealed for `delivery <id>`. */
  request: string
}

/** A message that was taken before is not taken twice; those of webhooks that are off or gone are left out. */
export function addMessages(ref: string, messages: readonly TakenMessage[]): ControlStatement {
  return {
    sql: `insert into control.deliveries (id, project_id, webhook_id, event, request)
      select m.id, p.id, m.webhook_id, m.event, m.request
      from json_to_recordset($2::json) as m (id uuid, webhook_id uuid, event text, request text)
      join control.projects p on p.ref = $1
      join control.webhooks w on w.id = m.webhook_id and w.project_id = p.id and w.enabled
      on conflict (id) do nothing`,
    parameters: [ref, JSON.stringify(messages)],
  }
}

/** The newest first. */
export function webhookDeliveries(control: Reading, id: string): Promise<WebhookDelivery[]> {
  return control.select<WebhookDelivery>(
    `select d.id, d.event, d.status, d.created_at, case when d.status = 'waiting' then d.due_at end as next_at,
       coalesce((select json_agg(json_build_object('at', a.at, 'took_ms', a.took_ms, 'status', a.status,
         'reason', a.reason, 'answer', a.answer) order by a.at desc)
         from control.delivery_attempts a where a.delivery_id = d.id), '[]') as attempts
     from control.deliveries d where d.webhook_id = $1::uuid order by d.created_at desc, d.id limit $2::int`,
    [id, WEBHOOK_DELIVERIES_SHOWN],
  )
}

export async function isMessageOf(control: Reading, id: string, delivery: string): Promise<boolean> {
  const rows = await control.select(
    'select 1 as found from control.deliveries where webhook_id = $1::uuid and id = $2::uuid',
    [id, delivery],
  )
  return rows.length > 0
}
