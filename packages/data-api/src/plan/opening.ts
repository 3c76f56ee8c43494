/** What stands before the main statement: the transaction, the role and what the request is, for this transaction alone. */
import { qualifiedName, quoteIdentifier } from '@basedeck/sql-guard/quoting'
import { DataApiError } from '../errors.js'
import { FUNCTION_SETTINGS, REQUEST_SETTINGS } from '../family-names.js'
import type { DataRequest, DataSettings, Statement } from '../request.js'
import type { DataFunction } from '../schema/data-function.js'
import type { DataSchema } from '../schema/data-schema.js'

/** What is set for a request. */
export interface Opening {
  schema: DataSchema
  settings: DataSettings
  request: DataRequest
  /** The schema of the request. */
  within: string
  readOnly: boolean
  /** The function that is called. */
  called?: DataFunction | undefined
  /** `Prefer: timezone=…` */
  timezone: string | undefined
}

const ISOLATION = 'default_transaction_isolation'
const ISOLATIONS = new Set(['read committed', 'repeatable read', 'serializable', 'read uncommitted'])

/** The statements, in their order. */
export function openingOf(opening: Opening): Statement[] {
  const { settings, within } = opening
  const given = settingsOf(opening)
  const isolation = given.get(ISOLATION)?.toLowerCase() ?? ''
  given.delete(ISOLATION)
  const level = ISOLATIONS.has(isolation) ? ` isolation level ${isolation}` : ''
  const begin = `begin${level}${opening.readOnly ? ' read only' : ''}`
  const { preRequest } = settings
  const before =
    preRequest === undefined ? [] : [{ text: `select ${calledName(preRequest, within)}()`, values: [] }]
  return [{ text: begin, values: [] }, settingStatement(given), ...before]
}

/** Later ones win: the role's, the owner's, the function's, the request's. The role itself comes last, when all is set. */
function settingsOf({ schema, settings, request, within, called, timezone }: Opening): Map<string, string> {
  const { role, claims, method, path, headers } = request
  const timeout = settings.statementTimeouts
  const given = new Map(schema.roleSettings(role))
  if (timeout && Object.hasOwn(timeout, role)) given.set('statement_timeout', String(timeout[role]))
  for (const [name, value] of called?.settings ?? []) if (FUNCTION_SETTINGS.has(name)) given.set(name, value)
  for (const [name, value] of Object.entries(settings.appSettings ?? {})) given.set(name, value)
  given.set('search_path', [within, ...settings.extraSearchPath].map(quoteIdentifier).join(', '))
  given.set(REQUEST_SETTINGS.claims, JSON.stringify({ role, ...claims }))
  given.set(REQUEST_SETTINGS.method, method)
  given.set(REQUEST_SETTINGS.path, path)
  given.set(REQUEST_SETTINGS.headers, JSON.stringify(headers))
  given.set(REQUEST_SETTINGS.cookies, JSON.stringify(cookiesOf(headers['cookie'])))
  if (timezone !== undefined) given.set('timezone', timezone)
  // Whoever may change the login could lend its rights to a role.
  for (const name of ['role', 'session_authorization']) given.delete(name)
  return given.set('role', knownRole(role))
}

/** `none` would be the role of the login itself. @throws DataApiError 22023 */
function knownRole(role: string): string {
  if (role !== '' && role.toLowerCase() !== 'none' && !role.includes('\0')) return role
  throw new DataApiError({
    status: 400,
    code: '22023',
    message: `role ${JSON.stringify(role)} does not exist`,
  })
}

function settingStatement(given: ReadonlyMap<string, string>): Statement {
  const values: string[] = []
  const calls = [...given].map(([name, value]) => {
    values.push(name, value)
    return `set_config($${values.length - 1}::text, $${values.length}::text, true)`
  })
  return { text: `select ${calls.join(', ')}`, values }
}

function calledName(name: string, within: string): string {
  const at = name.indexOf('.')
  return at === -1 ? qualifiedName(within, name) : qualifiedName(name.slice(0, at), name.slice(at + 1))
}

function cookiesOf(header: string | undefined): Record<string, string> {
  const pairs = (header ?? '').split(';').map((part) => part.trim().split(/=(.*)/s))
  return Object.fromEntries(pairs.filter(([name]) => name !== '').map(([name, value]) => [name, value ?? '']))
}
