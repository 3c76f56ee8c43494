/** The files that PgBouncer is started with, as text. */
import { POOLER_ROLE, type NetworkRules } from '../engines/network-rules.js'
import { connectionShares, USUAL_CONNECTIONS } from '../engines/server/connection-shares.js'
import type { TlsFiles } from '../engines/tls-files.js'

/** What an owner may set of the project's own pooler. */
export interface PoolerSettings {
  pool_mode: 'transaction' | 'session'
  default_pool_size: number
  max_client_conn: number
  ignore_startup_parameters: string
}

export const USUAL_SETTINGS: PoolerSettings = {
  pool_mode: 'transaction',
  default_pool_size: 15,
  max_client_conn: 200,
  ignore_startup_parameters: 'extra_float_digits,options',
}

/** Connections to one database. */
const MOST_OF_ALL_USERS = connectionShares(USUAL_CONNECTIONS).poolers

/** Seconds. A session that no client needs ends, so that its database can sleep. */
const UNUSED_SECONDS = 60

/** A database that clients ask for by `name`. */
export interface PooledDatabase {
  name: string
  /** Of its server, on loopback. */
  port: number
  database: string
  /** Who may connect. */
  rules: NetworkRules
}

/** Where a pooler listens. */
export interface PoolerAddress {
  /** Addresses of this machine. */
  hosts: readonly string[]
  port: number
  /** Given: other machines connect, encrypted. */
  tls: TlsFiles | undefined
}

/** The configuration file. Names hold no blanks and quotes. */
export function pgbouncerIni(
  databases: readonly PooledDatabase[],
  { hosts, port, tls, directory, settings }: PoolerAddress & { directory: string; settings: PoolerSettings },
): string {
  return [
    '; Written by Basedeck.',
    '[databases]',
    ...databases.map(
      ({ name, port, database }) =>
        `${name} = host=127.0.0.1 port=${port} dbname=${database} auth_user=${POOLER_ROLE}`,
    ),
    '',
    '[pgbouncer]',
    `listen_addr = ${hosts.join(',')}`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    ...(tls
      ? [
          'auth_type = hba',
          `auth_hba_file = ${directory}/hba.conf`,
          'client_tls_sslmode = allow',
          `client_tls_cert_file = ${tls.certificate}`,
          `client_tls_key_file = ${tls.key}`,
        ]
      : ['auth_type = scram-sha-256']),
    `auth_file = ${directory}/userlist.txt`,
    'auth_query = select role, verifier from pgbouncer.login($1)',
    `pool_mode = ${settings.pool_mode}`,
    `default_pool_size = ${settings.default_pool_size}`,
    // The size is that of each user's pool; several users together leave room for the others.
    `max_db_connections = ${Math.max(settings.default_pool_size, MOST_OF_ALL_USERS)}`,
    `max_client_conn = ${settings.max_client_conn}`,
    `ignore_startup_parameters = ${settings.ignore_startup_parameters}`,
    `server_idle_timeout = ${UNUSED_SECONDS}`,
    'server_login_retry = 1',
    `pidfile = ${directory}/pgbouncer.pid`,
    'log_connections = 0',
    'log_disconnections = 0',
    'log_stats = 0',
    '',
  ].join('\n')
}

/** Who may connect to which database: programs of other machines only encrypted. */
export function poolerHba(databases: readonly PooledDatabase[]): string {
  return databases
    .flatMap(({ name, rules: { allowedCidrs, enforceSsl } }) => [
      `${enforceSsl ? 'hostssl' : 'host'}  ${name}  all  127.0.0.1/32  scram-sha-256`,
      ...(allowedCidrs.length === 0 ? EVERY_ADDRESS : ['::1/128', ...allowedCidrs]).map(
        (network) => `hostssl  ${name}  all  ${network}  scram-sha-256`,
      ),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

const EVERY_ADDRESS = ['0.0.0.0/0', '::/0']

/** The logins that PgBouncer knows itself. */
export function userList(password: string): string {
  return `"${POOLER_ROLE}" "${password.replaceAll('"', '""')}"\n`
}

/**
 * Prepares a project's database: a login that may ask for what PostgreSQL stores of a password, and for nothing else.
 * Never that of a superuser or of the platform's own roles. Again as often as one likes.
 */
export function poolerSql(password: string): string {
  const text = `'${password.replaceAll("'", "''")}'`
  return `
do $$ begin
  if pg_catalog.to_regrole('${POOLER_ROLE}') is null then create role ${POOLER_ROLE}; end if;
end $$;
alter role ${POOLER_ROLE} with login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
  password ${text};
create schema if not exists pgbouncer;
revoke all on schema pgbouncer from public;
grant usage on schema pgbouncer to ${POOLER_ROLE};
create or replace function pgbouncer.login(asked text, out role text, out verifier text)
language sql security definer set search_path = pg_catalog as $$
  select rolname, rolpassword from pg_catalog.pg_authid
  where rolname = asked and rolcanlogin and not rolsuper and rolname !~ '^basedeck_'
    and (rolvaliduntil is null or rolvaliduntil > now())
$$;
revoke all on function pgbouncer.login(text) from public;
grant execute on function pgbouncer.login(text) to ${POOLER_ROLE};
`
}
