/** What to do for a request: which kind it is, and the plan of that kind. */
import { refused } from './errors.js'
import { formatFor } from './language/media-type.js'
import { readPreferences } from './language/preferences.js'
import { decoded, readQuery } from './language/query-string.js'
import type { Asked } from './plan/asked.js'
import { callPlan } from './plan/call-plan.js'
import { deletePlan, updatePlan } from './plan/change-plan.js'
import { documentPlan } from './plan/document-plan.js'
import { insertPlan, putPlan } from './plan/insert-plan.js'
import { readPlan } from './plan/read-plan.js'
import { allowPlan, verbsOfFunction, verbsOfTable } from './plan/ready-plan.js'
import type { DataPlan, DataRequest, DataSettings } from './request.js'
import type { DataSchema } from './schema/data-schema.js'
import { nearName } from './schema/near-names.js'
import type { Table } from './schema/table.js'

/**
 * Plans a request. Nothing is asked of the database for it.
 * @throws DataApiError when the request is refused
 */
export function planRequest(schema: DataSchema, settings: DataSettings, request: DataRequest): DataPlan {
  const place = placeOf(request)
  const within = profileOf(settings, request)
  const preferences = readPreferences(request.headers['prefer'])
  const isRolledBack = settings.mayRollBack === true && preferences.tx === 'rollback'
  const asked = (isCall: boolean): Asked => ({
    schema,
    settings,
    request,
    within,
    preferences,
    format: formatFor(request.headers['accept'], place.type === 'root'),
    query: readQuery(request.query, isCall),
    isRolledBack,
  })
  if (request.method === 'OPTIONS') return allowPlan(verbsOf(schema, within, place))
  if (place.type === 'root') return documentPlan(asked(false))
  if (place.type === 'function') return callPlan(asked(request.method !== 'POST'), place.name)
  const table = tableOf(schema, within, place.name)
  const plan = TABLE_PLANS[request.method]
  if (!plan) throw refused('PGRST117', `Unsupported HTTP method: ${request.method}`)
  return plan(asked(false), table)
}

function verbsOf(schema: DataSchema, within: string, { type, name }: Place): string[] {
  if (type === 'root') return ['OPTIONS', 'GET', 'HEAD']
  if (type === 'function') return verbsOfFunction(schema, within, name)
  return verbsOfTable(schema, tableOf(schema, within, name))
}

/** What each verb does with a table. */
const TABLE_PLANS: Readonly<Record<string, ((asked: Asked, table: Table) => DataPlan) | undefined>> = {
  GET: readPlan,
  HEAD: readPlan,
  POST: insertPlan,
  PUT: putPlan,
  PATCH: updatePlan,
  DELETE: deletePlan,
}

type Place = { type: 'root' | 'table' | 'function'; name: string }

/** @throws DataApiError PGRST125 */
function placeOf({ path }: DataRequest): Place {
  const parts = path.split('/').slice(1)
  if (parts.at(-1) === '') parts.pop()
  const [first, second] = parts
  if (first === undefined) return { type: 'root', name: '' }
  if (parts.length === 1) return { type: 'table', name: decodedPath(first) }
  if (parts.length === 2 && first === 'rpc' && second) return { type: 'function', name: decodedPath(second) }
  throw refused('PGRST125', 'Invalid path specified in request URL')
}

/** In a path a `+` is a plus. */
function decodedPath(part: string): string {
  return decoded(part.replaceAll('+', '%2B'))
}

const READS = new Set(['GET', 'HEAD'])

/** @throws DataApiError PGRST106 */
function profileOf({ schemas }: DataSettings, { method, headers }: DataRequest): string {
  const wanted = headers[READS.has(method) ? 'accept-profile' : 'content-profile']?.trim()
  const [first] = schemas
  const chosen = wanted === undefined || wanted === '' ? first : wanted
  if (chosen !== undefined && schemas.includes(chosen)) return chosen
  throw refused('PGRST106', `Invalid schema: ${chosen ?? ''}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  })
}

/** @throws DataApiError PGRST205 */
function tableOf(schema: DataSchema, within: string, name: string): Table {
  const table = schema.table(within, name)
  if (table && table.kind !== 'c') return table
  const near = nearName(name, schema.tableNamesIn(within))
  throw refused('PGRST205', `Could not find the table '${within}.${name}' in the schema cache`, {
    hint: near === undefined ? null : `Perhaps you meant the table '${within}.${near}'`,
  })
}
