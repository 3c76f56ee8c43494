/** Settings of a project's data API: which schemas applications reach, and within which limits. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** How the data API of a project is set up. */
export interface DataApiSettings {
  /** Off: every call is answered 503. */
  enabled: boolean
  /** The first is used where a call names none. */
  schemas: string[]
  /** Where functions and types are looked for besides the schema of the call. */
  extra_search_path: string[]
  /** Rows of one answer. */
  max_rows: number
  /** Connections to the database. */
  pool_size: number
  /** A function without parameters, `schema.name`, called before each request. */
  pre_request: string | null
  /** Whether `sum`, `avg`, `count`, `min` and `max` may be selected. */
  aggregates_enabled: boolean
  /** Milliseconds that a request of each role may take in the database. */
  anon_timeout_ms: number
  authenticated_timeout_ms: number
  service_timeout_ms: number
  /** Bytes of a body. */
  max_body_bytes: number
  /** Bytes of an address. */
  max_url_bytes: number
  /** Levels of embedded tables. */
  max_embed_depth: number
  /** Requests that may wait for each connection. */
  waiting_per_connection: number
  /** Of one address with the role anon. */
  anon_requests_per_minute: number
}

/** What a data API is set up with until somebody changes it. Source: DESIGN §6, the limits of the data API. */
export const DATA_API_DEFAULTS: Readonly<Omit<DataApiSettings, 'enabled'>> = {
  schemas: ['public'],
  extra_search_path: ['public', 'extensions'],
  max_rows: 1000,
  pool_size: 10,
  pre_request: null,
  aggregates_enabled: false,
  anon_timeout_ms: 3000,
  authenticated_timeout_ms: 8000,
  service_timeout_ms: 60_000,
  max_body_bytes: 50 * 1024 * 1024,
  max_url_bytes: 16 * 1024,
  max_embed_depth: 5,
  waiting_per_connection: 20,
  anon_requests_per_minute: 1000,
}

/** The settings of the data API, and the version that a change is made on. */
export interface DataApiConfig extends DataApiSettings {
  /** Changes with every change of the settings; sent back as `expected_version`. */
  version: string
}

const whole = (name: string, least: number, most: number) =>
  v.optional(
    v.pipe(
      v.number(`${name} must be a number`),
      v.integer(`${name} must be a whole number`),
      v.minValue(least, `${name} must be at least ${least}`),
      v.maxValue(most, `${name} must be at most ${most}`),
    ),
  )

/** PostgreSQL cuts longer names. */
const NAME_BYTES = 63
const byteLength = (text: string) => new TextEncoder().encode(text).length
const schemaName = v.pipe(
  v.string('A schema must be a name'),
  v.check(
    (name) => name !== '' && !name.includes('\0') && byteLength(name) <= NAME_BYTES,
    'A schema must be a name of 1 to 63 bytes',
  ),
)
const schemaList = v.pipe(v.array(schemaName), v.maxLength(100, 'There can be at most 100 schemas'))

/** What `updateDataApiConfig` changes; an absent field stays as it is. */
export const dataApiChanges = v.object({
  enabled: v.optional(v.boolean()),
  schemas: v.optional(
    v.pipe(
      schemaList,
      v.minLength(1, 'At least one schema must be exposed'),
      v.check(
        (names) => names.every((name) => !/^pg_|^information_schema$/.test(name)),
        'Schemas of the system can’t be exposed',
      ),
    ),
  ),
  extra_search_path: v.optional(schemaList),
  max_rows: whole('max_rows', 1, 1_000_000),
  pool_size: whole('pool_size', 1, 50),
  pre_request: v.optional(
    v.nullable(v.pipe(v.string(), v.nonEmpty('pre_request must name a function'), v.maxLength(200))),
  ),
  aggregates_enabled: v.optional(v.boolean()),
  anon_timeout_ms: whole('anon_timeout_ms', 100, 600_000),
  authenticated_timeout_ms: whole('authenticated_timeout_ms', 100, 600_000),
  service_timeout_ms: whole('service_timeout_ms', 100, 600_000),
  max_body_bytes: whole('max_body_bytes', 1024, 200 * 1024 * 1024),
  max_url_bytes: whole('max_url_bytes', 1024, 64 * 1024),
  max_embed_depth: whole('max_embed_depth', 0, 20),
  waiting_per_connection: whole('waiting_per_connection', 0, 100),
  anon_requests_per_minute: whole('anon_requests_per_minute', 1, 1_000_000),
  /** 409 `stale` with the stored settings when they were changed meanwhile. */
  expected_version: v.optional(v.string()),
})

const CONFIG = '/platform/projects/{ref}/config/postgrest'
const REQUIRES = { ref: 'Project ref is required' }

/** How the data API is set up. */
export const getDataApiConfig = endpoint({
  method: 'GET',
  path: CONFIG,
  access: inProject('read', 'projects'),
  response: gives<DataApiConfig>(),
  requires: REQUIRES,
})
/** Changes the data API, which follows within a second in every process. */
export const updateDataApiConfig = endpoint({
  method: 'PATCH',
  path: CONFIG,
  access: inProject('update', 'project_settings'),
  audit: true,
  body: dataApiChanges,
  response: gives<DataApiConfig>(),
  requires: REQUIRES,
})

/** Types of a project's database for typed clients: a file of TypeScript that exports `Database`. */
export interface DatabaseTypes {
  types: string
}

/** 404 `schema_not_found`. @see `basedeck types` */
export const getDatabaseTypes = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/types/typescript',
  access: inProject('read', 'database'),
  servedBy: 'holder',
  /** Separated by commas; default: those that the data API exposes. */
  query: v.object({ included_schemas: v.optional(v.pipe(v.string(), v.maxLength(2000))) }),
  response: gives<DatabaseTypes>(),
  requires: REQUIRES,
})
