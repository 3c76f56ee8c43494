/** Which triggers a database has to get and to lose, so that it tells what the webhooks of its project ask for. */
import type { WebhookEvent } from '@basedeck/platform-client/contract'
import { triggerName, webhookOfTrigger, type WebhookTrigger } from './webhook-sql.js'

export interface FoundTrigger {
  name: string
  schema: string
  table: string
  /** `D`: off. */
  mode: string
}

export interface WantedWebhook {
  id: string
  schema_name: string
  table_name: string
  events: readonly WebhookEvent[]
  enabled: boolean
}

export interface TriggerPlan {
  drop: FoundTrigger[]
  create: WebhookTrigger[]
  /** Tables that were renamed: what is stored follows. */
  renamed: { webhookId: string; schema: string; table: string }[]
}

/** @param moved webhooks for which a member has just chosen another table: what they have elsewhere goes */
export function planTriggers(
  wanted: readonly WantedWebhook[],
  found: readonly FoundTrigger[],
  moved: ReadonlySet<string> = new Set(),
): TriggerPlan {
  const plan: TriggerPlan = { drop: [], create: [], renamed: [] }
  const kept = new Set<FoundTrigger>()
  for (const { id, schema_name: schema, table_name: table, events, enabled } of wanted) {
    if (!enabled) continue
    const own = found.filter(({ name }) => webhookOfTrigger(name) === id)
    const here = own.find((one) => one.schema === schema && one.table === table)
    // A trigger goes with its table when that is renamed.
    const away = here || moved.has(id) ? undefined : own[0]
    const place = { schema: away?.schema ?? schema, table: away?.table ?? table }
    if (away) plan.renamed.push({ webhookId: id, ...place })
    const same = own.find(
      (one) =>
        one.name === triggerName({ webhookId: id, events }) &&
        one.mode !== 'D' &&
        one.schema === place.schema &&
        one.table === place.table,
    )
    if (same) kept.add(same)
    else plan.create.push({ webhookId: id, ...place, events })
  }
  plan.drop = found.filter((one) => !kept.has(one))
  return plan
}
