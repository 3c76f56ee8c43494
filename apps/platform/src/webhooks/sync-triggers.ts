/** Makes a project's database tell what its webhooks ask for. What is right already is left alone. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../engines/engine.js'
import { webhookText } from '../text/webhooks.js'
import { planTriggers, type FoundTrigger, type TriggerPlan, type WantedWebhook } from './trigger-plan.js'
import {
  createTriggerSql,
  dropTriggerSql,
  IS_PREPARED_SQL,
  PREPARE_SQL,
  TABLES_SQL,
  TRIGGERS_SQL,
} from './webhook-sql.js'

export interface SyncedTriggers {
  /** Why a webhook that is on notes nothing, by its id. */
  problems: ReadonlyMap<string, string>
  renamed: TriggerPlan['renamed']
  /** Whether the database has a queue. */
  hasQueue: boolean
}

const LOCK_MS = 5000
const NOTHING: SyncedTriggers = { problems: new Map(), renamed: [], hasQueue: false }

/** @throws DatabaseError, EngineError */
export async function syncTriggers(
  database: Pick<Database, 'run' | 'batch'>,
  wanted: readonly WantedWebhook[],
  moved?: ReadonlySet<string>,
): Promise<SyncedTriggers> {
  const ask = async (query: string, parameters?: string[]) => {
    const { results } = await database.run({
      runId: randomUUID(),
      as: 'admin',
      query,
      ...(parameters && { parameters }),
    })
    return results.at(-1)?.rows ?? []
  }
  const isOn = wanted.some(({ enabled }) => enabled)
  const [prepared] = await ask(IS_PREPARED_SQL)
  if (prepared?.[0] !== 't') {
    if (!isOn) return NOTHING
    await ask(PREPARE_SQL)
  }
  const found = (await ask(TRIGGERS_SQL)).map(
    ([name, schema, table, mode]) => ({ name, schema, table, mode }) as FoundTrigger,
  )
  const plan = planTriggers(wanted, found, moved)
  const problems = new Map<string, string>()
  const places = plan.create.map(({ schema: s, table: t }) => ({ s, t }))
  const there = new Set(
    places.length === 0
      ? []
      : (await ask(TABLES_SQL, [JSON.stringify(places)])).map(([s, t]) => JSON.stringify([s, t])),
  )
  const create = plan.create.filter(({ webhookId, schema, table }) => {
    const exists = there.has(JSON.stringify([schema, table]))
    if (!exists) problems.set(webhookId, webhookText.noTable(schema, table))
    return exists
  })
  const statements = [
    ...plan.drop.map(({ name, schema, table }) => dropTriggerSql(name, schema, table)),
    ...create.map(createTriggerSql),
  ]
  if (statements.length > 0)
    await database.batch({
      runId: randomUUID(),
      as: 'admin',
      statements: [`set local lock_timeout = ${LOCK_MS}`, ...statements].map((query) => ({ query })),
    })
  return { problems, renamed: plan.renamed, hasQueue: true }
}
