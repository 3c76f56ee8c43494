/** A copy does not act beside its original: what would is turned off in it, and listed. */
import { randomUUID } from 'node:crypto'
import { AUTH_HOOKS, type AuthConfig, type BranchOff } from '@basedeck/platform-client/contract'
import type { Database } from '../engines/engine.js'
import { EMPTY_TABLES, oneLine } from './copied-tables.js'

/** Of the schema auth: sessions of users, and what opens one. */
export const PASSING_TABLES = [
  'refresh_tokens',
  'sessions',
  'one_time_tokens',
  'flow_state',
  'mfa_amr_claims',
  'mfa_challenges',
  'saml_relay_states',
  'oauth_authorizations',
  'oauth_client_states',
  'webauthn_challenges',
]
export const PASSING_COLUMNS = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token',
  'reauthentication_token',
]
const texts = (all: readonly string[]) => all.map((text) => `'${text}'`).join(', ')

/** Ends what could act: sign-ins, jobs, subscriptions. */
const QUIET = oneLine(`do $quiet$
  declare one text;
  begin
    for one in select c.relname from pg_catalog.pg_class c where c.relkind = 'r'
      and c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = 'auth')
      and c.relname in (${texts(PASSING_TABLES)}) loop
      execute pg_catalog.format('delete from auth.%I', one);
    end loop;
    for one in select a.attname from pg_catalog.pg_attribute a
      where a.attrelid = pg_catalog.to_regclass('auth.users') and not a.attisdropped
      and a.attname in (${texts(PASSING_COLUMNS)}) loop
      execute pg_catalog.format('update auth.users set %1$I = %2$L where %1$I <> %2$L', one, '');
    end loop;
    if pg_catalog.to_regclass('cron.job') is not null then
      execute 'update cron.job set active = false where active';
    end if;
    update pg_catalog.pg_subscription set subenabled = false where subenabled;
  end $quiet$`)

/**
 * Triggers that members made don't fire, whatever mode they are in: they would act as the superuser that runs this. The first
 * statements come before any table is looked at, so the changed rows of the catalogue hold for all that follows.
 */
const BEFORE = [
  'set search_path = pg_catalog',
  'set session_replication_role = replica',
  `select pg_catalog.set_config('basedeck.always', (select coalesce(pg_catalog.string_agg(oid::text, ','), '') from pg_catalog.pg_trigger where tgenabled = 'A' and not tgisinternal), false)`,
  `update pg_catalog.pg_trigger set tgenabled = 'D' where tgenabled = 'A' and not tgisinternal`,
]
const AFTER = [
  `update pg_catalog.pg_trigger set tgenabled = 'A' where oid::text = any (pg_catalog.string_to_array(pg_catalog.current_setting('basedeck.always'), ','))`,
]

/** Each is one line, for the superuser. Tables whose files are missing are emptied before anything reads them. */
export function quietStatements(withData: boolean): string[] {
  return [...BEFORE, ...(withData ? [] : [EMPTY_TABLES]), QUIET, ...AFTER]
}

const ACTIVE = `select 'subscription', subname::text from pg_catalog.pg_subscription
  where subenabled and subdbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())`
const HAS_SCHEDULES = `select pg_catalog.to_regclass('cron.job') is not null`
const SCHEDULES = `select 'schedule', coalesce(jobname, jobid::text) from cron.job
  where active and database = pg_catalog.current_database()`

/** What acts in a database outside of it. */
export async function actingIn(database: Database): Promise<BranchOff[]> {
  const ask = async (query: string) => {
    const { results } = await database.run({ runId: randomUUID(), as: 'admin', query })
    return results.at(-1)?.rows ?? []
  }
  const [hasSchedules] = await ask(HAS_SCHEDULES)
  const rows = [...(await ask(ACTIVE)), ...(hasSchedules?.[0] === 't' ? await ask(SCHEDULES) : [])]
  return rows.map(([kind, name]) => ({ kind: kind as BranchOff['kind'], name: name ?? '' }))
}

/** What the auth service does outside by its settings. Mail is off in each branch. */
export function actingAuth(config: AuthConfig): BranchOff[] {
  return [
    { kind: 'mail', name: config.smtp_host },
    ...AUTH_HOOKS.filter((hook) => config[`hook_${hook}_enabled`]).map((hook) => ({
      kind: 'hook' as const,
      name: hook,
    })),
  ]
}

/** SQL that turns one on again. The names are values that the database compares. */
export function turnOnSql({ kind, name }: BranchOff): string | undefined {
  const text = `'${name.replaceAll("'", "''")}'`
  if (kind === 'schedule')
    return `update cron.job set active = true where coalesce(jobname, jobid::text) = ${text}`
  if (kind === 'subscription') return `alter subscription "${name.replaceAll('"', '""')}" enable`
  return undefined
}
