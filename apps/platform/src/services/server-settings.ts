/** The settings that a project's PostgreSQL runs with: what they are, and changing them. */
import { randomUUID } from 'node:crypto'
import {
  fixedReason,
  settingEffect,
  settingPlace,
  settingText,
  type SettingContext,
} from '@basedeck/core/rules'
import { quoteIdentifier, quoteLiteral } from '@basedeck/core/sql'
import type { EngineKind, ServerSetting, ServerSettings } from '@basedeck/platform-client/contract'
import type { Database } from '../engines/engine.js'
import type { EngineFiles } from '../engines/engine-registry.js'
import { DomainError } from '../kernel/domain-error.js'
import { serverSettingsText as text } from '../text/server-settings.js'

/** Values that are tried at the next start of a server. */
export type SettingTrials = Pick<EngineFiles, 'trySetting' | 'untrySetting' | 'refusedSetting'>

interface Row {
  name: string
  value: string
  boot: string
  unit: string | null
  category: string
  description: string
  type: ServerSetting['type']
  min: string | null
  max: string | null
  choices: string[] | null
  context: SettingContext
  is_set: boolean
  is_platforms: boolean
}

/**
 * The values of new connections: what is set for the database, else what the server has. Whoever may not read the server's files
 * learns of no file.
 */
const LIST_SQL = `
with own as (
  select pg_catalog.split_part(c, '=', 1) as name, pg_catalog.substr(c, pg_catalog.strpos(c, '=') + 1) as value
  from pg_catalog.pg_db_role_setting s cross join pg_catalog.unnest(s.setconfig) c
  where s.setrole = 0
    and s.setdatabase = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
)
select pg_catalog.json_agg(pg_catalog.json_build_object(
  'name', s.name, 'value', coalesce(o.value, s.reset_val, ''), 'boot', coalesce(s.boot_val, ''), 'unit', s.unit,
  'category', s.category, 'description', pg_catalog.concat_ws(' ', s.short_desc, s.extra_desc), 'type', s.vartype,
  'min', s.min_val, 'max', s.max_val, 'choices', pg_catalog.to_json(s.enumvals), 'context', s.context,
  'is_set', o.name is not null or coalesce(s.sourcefile like '%postgresql.auto.conf', false),
  'is_platforms', %IS_PLATFORMS%
) order by s.category, s.name)
from pg_catalog.pg_settings s
left join own o on pg_catalog.lower(o.name) = pg_catalog.lower(s.name)
where s.name not like '%.%'`

/** The platform writes its settings into a file, which only a superuser reads. */
const WRITTEN_BY_US = `exists (select from pg_catalog.pg_file_settings f
    where f.sourcefile like '%basedeck.conf' and pg_catalog.lower(f.name) = pg_catalog.lower(s.name))`

interface Subject {
  ref: string
  engine: EngineKind
  database: Pick<Database, 'run'>
  trials: SettingTrials | undefined
}

export async function serverSettings(subject: Subject): Promise<ServerSettings> {
  const rows = await read(subject)
  return {
    settings: rows.map((row) => settingOf(row, subject.engine)),
    refused: (await subject.trials?.refusedSetting(subject.ref)) ?? null,
  }
}

export interface SettingChange {
  name: string
  value: string | null
  restarts: boolean
  /** Restarts the database. */
  restart(): Promise<void>
}

/** @throws DomainError setting_not_found, setting_fixed, restart_needed; DatabaseError with PostgreSQL’s reason */
export async function changeServerSetting(
  subject: Subject,
  { name, value, restarts, restart }: SettingChange,
): Promise<void> {
  const { ref, engine, trials } = subject
  const row = (await read(subject)).find((one) => one.name === name)
  if (!row) throw new DomainError('setting_not_found')
  const { fixed, effect } = settingOf(row, engine)
  if (fixed !== null) throw new DomainError('setting_fixed', fixed)
  if (effect === 'restart' && !restarts) throw new DomainError('restart_needed')
  const assignment =
    value === null
      ? `reset ${quoteIdentifier(name)}`
      : `set ${quoteIdentifier(name)} = ${quoteLiteral(value)}`
  if (settingPlace(row.context) === 'database') {
    // The owner of a database on somebody else's server sets what any user may set.
    const as = engine === 'cluster' ? 'admin' : 'owner'
    await run(subject, `alter database ${await databaseName(subject)} ${assignment}`, as)
  } else if (effect === 'restart') {
    await trials?.trySetting(ref, { name, value: value ?? row.boot })
    await run(subject, `alter system ${assignment}`, 'admin').catch(async (error: unknown) => {
      await trials?.untrySetting(ref)
      throw error
    })
  } else {
    await run(subject, `alter system ${assignment}`, 'admin')
    await run(subject, 'select pg_catalog.pg_reload_conf()', 'admin')
  }
  if (effect === 'restart') await restart()
}

async function databaseName(subject: Subject): Promise<string> {
  const { results } = await run(subject, 'select pg_catalog.current_database()', 'owner')
  return quoteIdentifier(results[0]?.rows[0]?.[0] ?? '')
}

async function read(subject: Subject): Promise<Row[]> {
  const { engine } = subject
  const query = LIST_SQL.replace('%IS_PLATFORMS%', engine === 'cluster' ? WRITTEN_BY_US : 'false')
  const { results } = await run(subject, query, engine === 'cluster' ? 'admin' : 'owner')
  return JSON.parse(results[0]?.rows[0]?.[0] ?? '[]') as Row[]
}

function run({ database }: Subject, query: string, as: 'admin' | 'owner') {
  return database.run({ runId: `settings-${randomUUID()}`, query, as })
}

function settingOf(row: Row, engine: EngineKind): ServerSetting {
  const { name, category, description, type, min, max, unit, choices, context } = row
  const reason = fixedReason({ name, context, isPlatforms: row.is_platforms }, engine)
  return {
    name,
    value: settingText(row.value, unit),
    default_value: settingText(row.boot, unit),
    is_changed: row.is_set,
    category,
    description,
    type,
    min: type === 'integer' || type === 'real' ? min : null,
    max: type === 'integer' || type === 'real' ? max : null,
    unit,
    choices,
    effect: settingEffect(context, engine),
    fixed: reason && text.fixed[reason],
  }
}
