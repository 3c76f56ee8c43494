/**
 * What a client has set up in the session, read so that others can use the session, and set up again after them. What
 * can't be set up again keeps others waiting.
 */
import { quoteIdentifier, quoteLiteral } from '@basedeck/core/sql'
import { serialize } from 'pg-protocol'
import type { Cell } from '@basedeck/platform-client/contract'
import { CURSOR_PREFIX } from '../worker-protocol.js'
import type { ParkedState } from './parked-state.js'

/** Runs SQL in the client's session. */
export type Ask = (sql: string) => Promise<Cell[][]>

/** What ReadyForQuery tells a new client before. */
const REPORTED = [
  'server_version',
  'server_encoding',
  'client_encoding',
  'application_name',
  'default_transaction_read_only',
  'in_hot_standby',
  'is_superuser',
  'session_authorization',
  'DateStyle',
  'IntervalStyle',
  'TimeZone',
  'integer_datetimes',
  'standard_conforming_strings',
]

/** Temporary objects, cursors and locks of the session. */
const HELD_SQL = `
select exists (select from pg_catalog.pg_class where relnamespace operator(pg_catalog.=) pg_catalog.pg_my_temp_schema())
  or exists (select from pg_catalog.pg_type where typnamespace operator(pg_catalog.=) pg_catalog.pg_my_temp_schema())
  or exists (select from pg_catalog.pg_proc where pronamespace operator(pg_catalog.=) pg_catalog.pg_my_temp_schema())
  or exists (select from pg_catalog.pg_cursors
    where is_holdable and not pg_catalog.starts_with(name, '${CURSOR_PREFIX}'))
  or exists (select from pg_catalog.pg_locks where locktype operator(pg_catalog.=) 'advisory')`

const PARKED_SQL = `
select pg_catalog.jsonb_build_object(
  'settings', (select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_array(name, setting))
    from pg_catalog.pg_settings
    where source operator(pg_catalog.=) 'session' and not pg_catalog.starts_with(name, 'transaction_')),
  'role', pg_catalog.current_setting('role'),
  'channels', (select pg_catalog.jsonb_agg(c) from pg_catalog.pg_listening_channels() c),
  'prepared', (select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', name, 'statement', statement,
      'fromSql', from_sql, 'types', parameter_types::oid[]::int8[]))
    from pg_catalog.pg_prepared_statements))`

/** Applies what the client's first packet asks for; gives what it is told of the session. @throws DatabaseError */
export async function beginState(
  ask: Ask,
  settings: readonly [name: string, value: string][],
): Promise<[name: string, value: string][]> {
  if (settings.length > 0) await ask(settingsSql(settings))
  const names = REPORTED.map(quoteLiteral).join(', ')
  const rows = await ask(
    `select n, pg_catalog.current_setting(n, true) from pg_catalog.unnest(array[${names}]) n`,
  )
  return rows.flatMap(([name, value]) =>
    name != null && value != null ? [[name, value] as [string, string]] : [],
  )
}

/** Undefined: the session holds what can't be set up again. @throws DatabaseError */
export async function readState(
  ask: Ask,
  dotted: ReadonlySet<string>,
): Promise<Omit<ParkedState, 'unnamed' | 'dotted'> | undefined> {
  const [held] = await ask(HELD_SQL)
  if (held?.[0] !== 'f') return undefined
  const [encoding] = await ask('show client_encoding')
  // What is read next is UTF-8.
  await ask(`set client_encoding to 'UTF8'`)
  const [row] = await ask(PARKED_SQL)
  const found = JSON.parse(row?.[0] ?? '{}') as { [Key in keyof ParkedState]: ParkedState[Key] | null }
  const own = dotted.size === 0 ? [] : await ask(ownSettingsSql(dotted))
  return {
    settings: [
      ...(found.settings ?? []).filter(([name]) => name !== 'client_encoding'),
      ...own.map(([name, value]) => [name ?? '', value ?? ''] as [string, string]),
      ['client_encoding', encoding?.[0] ?? 'UTF8'],
    ],
    role: found.role ?? 'none',
    channels: found.channels ?? [],
    prepared: found.prepared ?? [],
  }
}

/** @param send sends messages of the extended protocol; a statement that can't be prepared again is left out */
export async function restoreState(
  ask: Ask,
  send: (message: Uint8Array) => Promise<void>,
  { settings, role, channels, prepared, unnamed }: ParkedState,
): Promise<void> {
  const isEncoding = ([name]: [string, string]) => name === 'client_encoding'
  await ask(settingsSql(settings.filter((setting) => !isEncoding(setting))))
  for (const channel of channels) await ask(`listen ${quoteIdentifier(channel)}`)
  for (const { name, statement, fromSql, types } of prepared) {
    // Its table may be gone.
    if (fromSql) await ask(statement).catch(() => {})
    else await send(serialize.parse({ name, text: statement, types }))
  }
  if (role !== 'none') await ask(`set role ${quoteIdentifier(role)}`)
  await ask(settingsSql(settings.filter(isEncoding)))
  if (unnamed) await send(unnamed)
}

function settingsSql(settings: readonly [name: string, value: string][]): string {
  const all = settings.map(
    ([name, value]) => `pg_catalog.set_config(${quoteLiteral(name)}, ${quoteLiteral(value)}, false)`,
  )
  return `select ${all.join(', ')}`
}

/** A name that is no setting gives no row. */
function ownSettingsSql(dotted: ReadonlySet<string>): string {
  const names = [...dotted].map(quoteLiteral).join(', ')
  return `select n, v from (select n, pg_catalog.current_setting(n, true) as v
    from pg_catalog.unnest(array[${names}]) n) s where v operator(pg_catalog.<>) ''`
}
