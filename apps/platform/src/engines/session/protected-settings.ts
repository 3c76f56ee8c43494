/**
 * Settings of the platform's own sessions. What the owner sets for the database or a role would hold for them too: a
 * search path with functions of the owner's, run with the rights of a superuser, or a library that is not there.
 */
const OF_EVERY_SESSION: Readonly<Record<string, string>> = {
  local_preload_libraries: '',
  idle_session_timeout: '0',
}

const OF_ADMIN: Readonly<Record<string, string>> = {
  ...OF_EVERY_SESSION,
  search_path: 'pg_catalog',
  role: 'none',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  standard_conforming_strings: 'on',
  row_security: 'on',
}

/** As options of a connection: they go before what a database or a role is set to. */
function asOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/** Of sessions that people's SQL runs in: only what would keep them from beginning. */
export const OPENING_OPTIONS = asOptions(OF_EVERY_SESSION)

export const ADMIN_OPTIONS = asOptions(OF_ADMIN)

/**
 * The same as SQL, for a session that signed in as another user. Settings that can only be set at the start are left
 * out.
 */
export const ADMIN_SETTINGS_SQL = Object.entries(OF_ADMIN)
  .filter(([name]) => !(name in OF_EVERY_SESSION))
  .map(([name, value]) => `set ${name} = ${name === 'role' ? value : `'${value}'`}`)
  .join('; ')
