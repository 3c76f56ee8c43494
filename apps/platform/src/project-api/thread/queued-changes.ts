/** The queue of changes of a database whose log can't be decoded, asked as its superuser: nobody else may read it. */
import { randomUUID } from 'node:crypto'
import { DatabaseError, EngineError, type Database } from '../../engines/engine.js'
import { databaseText } from '../../text/databases.js'
import type { QueuedChange, QueueStep, QueueTaken } from '../realtime/realtime-host.js'

/** Of one answer. */
const MOST_ROWS = 1000
const MOST_BYTES = 16 * 1024 * 1024
const LIMITS = { rows: MOST_ROWS + 1, bytes: 256 * 1024 * 1024, cellBytes: 256 * 1024 * 1024 }
const TIMEOUT_MS = 30_000
/** The functions of the queue are not there: the database was never prepared, or by an older version. */
const MISSING = ['42883', '42P01', '3F000']

/**
 * Which transactions a snapshot saw says exactly what is new: neither the order in which transactions end nor a long one among
 * them matters.
 */
const TAKE = `with now as materialized (select coalesce(nullif($2, '')::pg_catalog.pg_snapshot, pg_catalog.pg_current_snapshot()) as snapshot),
news as (
  select c.*, sum(pg_catalog.pg_column_size(c.record) + coalesce(pg_catalog.pg_column_size(c.old), 0)) over (order by c.id) as bytes
  from basedeck.table_changes c, now
  where c.id > $3::int8 and not pg_catalog.pg_visible_in_snapshot(c.transaction, $1::pg_catalog.pg_snapshot)
    and pg_catalog.pg_visible_in_snapshot(c.transaction, now.snapshot)
  order by c.id limit ${MOST_ROWS}
)
select snapshot::text, null from now
union all
select null, pg_catalog.json_build_object('id', id, 'oid', relation::int8, 'type', kind, 'at', changed_at,
  'columns', columns, 'record', record, 'old', old)::text
from (select * from news order by id) n where bytes <= ${MOST_BYTES} or id = (select min(id) from news)`

/** @throws DatabaseError, EngineError `unsupported` where the database has no queue */
export async function askQueue(database: Database, step: QueueStep): Promise<QueueTaken> {
  try {
    return await ask(database, step)
  } catch (error) {
    if (!(error instanceof DatabaseError) || !MISSING.includes(error.report.code ?? '')) throw error
    throw new EngineError('unsupported', databaseText.noChangeQueue, { cause: error })
  }
}

async function ask(database: Database, step: QueueStep): Promise<QueueTaken> {
  const as = { runId: randomUUID(), as: 'admin', timeoutMs: TIMEOUT_MS } as const
  if (step.type !== 'take') {
    const query = `select pg_catalog.pg_current_snapshot()::text from (select basedeck.watch_changes(${step.type === 'watch'})) w`
    const { results } = await database.run({ ...as, query })
    return { snapshot: results.at(-1)?.rows[0]?.[0] ?? '', changes: [] }
  }
  const { since, until, after, forgets, quiet } = step
  if (quiet && (await database.turns?.endedSince(quiet.lastEnded, quiet.ms)) === false)
    return { snapshot: since, changes: [], lastEnded: quiet.lastEnded }
  const statements = [
    { query: TAKE, parameters: [since, until ?? '', String(after)] },
    // The only reader of the queue empties it.
    ...(forgets
      ? [
          {
            query:
              'delete from basedeck.table_changes where pg_catalog.pg_visible_in_snapshot(transaction, $1::pg_catalog.pg_snapshot)',
            parameters: [since],
          },
        ]
      : []),
  ]
  const before = database.turns?.lastEnded
  const outcome = await database.batch({ ...as, statements, limits: LIMITS, withoutTypes: true })
  if (outcome.type !== 'committed') throw new EngineError('lost', databaseText.ended)
  const [[snapshot = ''] = [], ...rows] = outcome.results[0]?.rows ?? []
  return {
    snapshot: snapshot ?? '',
    changes: rows.map(([, json]) => JSON.parse(json ?? '') as QueuedChange),
    // After this batch, the only work since: what else ended meanwhile may have come too late for it.
    lastEnded: before === undefined ? undefined : before + 1,
  }
}
