/** Names that clients and functions of this family look for. */

/** The settings by which a function sees its request. */
export const REQUEST_SETTINGS = {
  claims: 'request.jwt.claims',
  method: 'request.method',
  path: 'request.path',
  headers: 'request.headers',
  cookies: 'request.cookies',
} as const

/** The settings by which a function changes the answer. */
export const RESPONSE_STATUS = 'response.status'
export const RESPONSE_HEADERS = 'response.headers'

/** Settings of a function that hold for its whole transaction. */
export const FUNCTION_SETTINGS: ReadonlySet<string> = new Set([
  'statement_timeout',
  'plan_filter.statement_cost_limit',
  'default_transaction_isolation',
])

/** Media types of the family. */
export const OBJECT_TYPE = 'application/vnd.pgrst.object+json'
export const ARRAY_TYPE = 'application/vnd.pgrst.array+json'
export const DOCUMENT_TYPE = 'application/openapi+json'

/** Where typed clients look for the version of the data API. */
export const DATABASE_NOTE = '__InternalSupabase'
