/** Brings the control plane to the newest step; refuses one that a newer program has changed. */
import { runSteps } from '../engines/run-steps.js'
import { controlText } from '../text/control.js'
import type { ControlDatabase } from './control-database.js'
import type { ControlMigration } from './migrations/control-migration.js'
import { CONTROL_MIGRATIONS } from './migrations/index.js'

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

/** @throws EngineError `version` */
export function migrateControl(
  database: ControlDatabase,
  steps: readonly ControlMigration[] = CONTROL_MIGRATIONS,
): Promise<void> {
  return runSteps(
    {
      newer: controlText.newer,
      journal: 'control.migrations',
      async ask(query) {
        const [row] = await database.select<{ value: unknown }>(`select (${query})::text as value`)
        return (row?.value ?? null) as string | null
      },
      async perform(together) {
        await database.script(
          `select pg_advisory_xact_lock(${LOCK});${JOURNAL}${together.map(stepSql).join('')}`,
        )
      },
    },
    steps,
  )
}

function stepSql({ id, name, sql }: ControlMigration): string {
  return `${sql}\ninsert into control.migrations (id, name) values (${id}, '${name}');\n`
}
