/** Migrates the control plane to the newest step; refuses one that a newer program has migrated further. */
import { EngineError } from '../engines/engine.js'
import { ControlError, type ControlDatabase } from './control-database.js'
import { CONTROL_MIGRATIONS, type ControlMigration } from './migrations/index.js'
import { controlText } from '../text/control.js'

/** Held while a step runs, since several processes may share one control plane. */
const LOCK = 7_305_218_114

const JOURNAL = `
create schema if not exists control;
create table if not exists control.migrations (
  id integer primary key,
  name text not null,
  applied_at timestamptz not null default now()
);
`

/** Each step is one transaction. @throws EngineError `version` */
export async function migrateControl(
  database: ControlDatabase,
  steps: readonly ControlMigration[] = CONTROL_MIGRATIONS,
): Promise<void> {
  const newest = steps.at(-1)?.id ?? 0
  const done = await lastStep(database)
  if (done > newest) {
    throw new EngineError('version', controlText.newer(done, newest))
  }
  for (const step of steps) if (step.id > done) await perform(database, step)
}

async function perform(database: ControlDatabase, { id, name, sql }: ControlMigration): Promise<void> {
  const record = `insert into control.migrations (id, name) values (${id}, '${name}');`
  try {
    await database.script(`select pg_advisory_xact_lock(${LOCK});${JOURNAL}${sql}\n${record}`)
  } catch (error) {
    // Another process that shares the control plane did this step first.
    if (!(error instanceof ControlError) || (await lastStep(database)) < id) throw error
  }
}

async function lastStep(database: ControlDatabase): Promise<number> {
  const [found] = await database.select<{ exists: boolean }>(
    `select to_regclass('control.migrations') is not null as exists`,
  )
  if (!found?.exists) return 0
  const [row] = await database.select<{ last: number | null }>(
    'select max(id) as last from control.migrations',
  )
  return row?.last ?? 0
}
