/** Edge functions and their versions as rows. */
import {
  FUNCTION_VERSIONS_KEPT,
  type EdgeFunction,
  type FunctionStats,
  type FunctionVersion,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

type Reading = Pick<ControlDatabase, 'select'>

/** What is started for a call. */
export interface ServedFunction {
  id: string
  number: number
  slug: string
  verify_jwt: boolean
  timeout_seconds: number
  memory_mb: number
  version: number
  build: string
  entrypoint_path: string
  import_map_path: string | null
}

const SHOWN = `select f.id, f.slug, f.name, 'ACTIVE' as status, f.version, f.verify_jwt, v.entrypoint_path, v.import_map_path,
    v.import_map_path is not null as import_map, f.timeout_seconds, f.memory_mb,
    floor(extract(epoch from f.created_at) * 1000)::float8 as created_at,
    floor(extract(epoch from f.updated_at) * 1000)::float8 as updated_at
  from control.functions f join control.projects p on p.id = f.project_id
  join control.function_versions v on v.function_id = f.id and v.version = f.version
  where p.ref = $1`

/** By slug. */
export function listFunctionRows(control: Reading, ref: string): Promise<EdgeFunction[]> {
  return control.select<EdgeFunction>(`${SHOWN} order by f.slug collate "C"`, [ref])
}

export async function functionRow(
  control: Reading,
  ref: string,
  slug: string,
): Promise<EdgeFunction | undefined> {
  const [row] = await control.select<EdgeFunction>(`${SHOWN} and f.slug = $2`, [ref, slug])
  return row
}

export async function servedFunction(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
  slug: string,
): Promise<ServedFunction | undefined> {
  const [row] = await control.selectOften<ServedFunction>(
    `select f.id, f.number, f.slug, f.verify_jwt, f.timeout_seconds, f.memory_mb, f.version, v.build, v.entrypoint_path,
       v.import_map_path
     from control.functions f join control.projects p on p.id = f.project_id
     join control.function_versions v on v.function_id = f.id and v.version = f.version
     where p.ref = $1 and f.slug = $2`,
    [ref, slug],
  )
  return row
}

/** The newest first. */
export function listVersionRows(
  control: Reading,
  ref: string,
  slug: string,
): Promise<(FunctionVersion & { build: string })[]> {
  return control.select(
    `select v.version, v.created_at, v.made_by, v.rolled_back_to, v.files, v.bytes::float8 as bytes, v.entrypoint_path,
       v.import_map_path, v.version = f.version as is_served, v.build
     from control.function_versions v join control.functions f on f.id = v.function_id
     join control.projects p on p.id = f.project_id
     where p.ref = $1 and f.slug = $2 order by v.version desc`,
    [ref, slug],
  )
}

export interface NewVersion {
  ref: string
  slug: string
  name: string | undefined
  verifyJwt: boolean | undefined
  build: string
  /** Of a new function. */
  number: number
  by: string | null
  rolledBackTo: number | null
  files: number
  bytes: number
  entrypoint: string
  importMap: string | null
}

/** Makes the function, or its next version. Touches no row where the project has as many functions as it can have. */
export function insertVersion(version: NewVersion, mostFunctions: number): ControlStatement[] {
  const { ref, slug, name, verifyJwt, build, number, by, rolledBackTo, files, bytes, entrypoint, importMap } =
    version
  return [
    {
      sql: `insert into control.functions as f (project_id, slug, name, verify_jwt, number)
        select p.id, $2, coalesce($3, $2), coalesce($4::boolean, true), $6::int from control.projects p
        where p.ref = $1 and ((select count(*) from control.functions o where o.project_id = p.id) < $5::int
          or exists (select from control.functions o where o.project_id = p.id and o.slug = $2))
        on conflict (project_id, slug) do update set name = coalesce($3, f.name),
          verify_jwt = coalesce($4::boolean, f.verify_jwt), version = f.version + 1, updated_at = now()`,
      parameters: [ref, slug, name, verifyJwt, mostFunctions, number],
      expect: 1,
    },
    {
      sql: `insert into control.function_versions
          (function_id, version, build, made_by, rolled_back_to, files, bytes, entrypoint_path, import_map_path)
        select f.id, f.version, $3::uuid, $4, $5::int, $6::int, $7::bigint, $8, $9
        from control.functions f join control.projects p on p.id = f.project_id where p.ref = $1 and f.slug = $2`,
      parameters: [ref, slug, build, by, rolledBackTo, files, bytes, entrypoint, importMap],
      expect: 1,
    },
    {
      sql: `delete from control.function_versions v using control.functions f, control.projects p
        where f.id = v.function_id and p.id = f.project_id and p.ref = $1 and f.slug = $2
          and v.version <= f.version - $3::int`,
      parameters: [ref, slug, FUNCTION_VERSIONS_KEPT],
    },
  ]
}

/** @param changes what is absent stays */
export function updateFunctionRow(
  ref: string,
  slug: string,
  changes: {
    name?: string | undefined
    verify_jwt?: boolean | undefined
    timeout_seconds?: number | undefined
    memory_mb?: number | undefined
  },
): ControlStatement {
  return {
    sql: `update control.functions f set name = coalesce($3, f.name), verify_jwt = coalesce($4::boolean, f.verify_jwt),
        timeout_seconds = coalesce($5::int, f.timeout_seconds), memory_mb = coalesce($6::int, f.memory_mb), updated_at = now()
      from control.projects p where p.id = f.project_id and p.ref = $1 and f.slug = $2`,
    parameters: [ref, slug, changes.name, changes.verify_jwt, changes.timeout_seconds, changes.memory_mb],
    expect: 1,
  }
}

export function deleteFunctionRow(ref: string, slug: string): ControlStatement {
  return {
    sql: `delete from control.functions f using control.projects p
      where p.id = f.project_id and p.ref = $1 and f.slug = $2`,
    parameters: [ref, slug],
    expect: 1,
  }
}

/** All functions of a project. */
export function deleteFunctionRows(ref: string): ControlStatement {
  return {
    sql: 'delete from control.functions f using control.projects p where p.id = f.project_id and p.ref = $1',
    parameters: [ref],
  }
}

/** The builds that a version names. @param ref absent: of all projects, by ref */
export async function keptBuilds(control: Reading): Promise<Map<string, Set<string>>> {
  const rows = await control.select<{ ref: string; build: string }>(
    `select distinct p.ref, v.build from control.function_versions v join control.functions f on f.id = v.function_id
     join control.projects p on p.id = f.project_id`,
  )
  const builds = new Map<string, Set<string>>()
  for (const { ref, build } of rows) builds.set(ref, (builds.get(ref) ?? new Set()).add(build))
  return builds
}

export interface CountedCalls {
  id: string
  hour: Date
  calls: number
  errors: number
  took: number[]
}

/** Functions that are gone are left out. */
export function addFunctionCalls(counted: readonly CountedCalls[]): ControlStatement {
  return {
    sql: `insert into control.function_hours as h (function_id, hour, calls, errors, took)
      select n.id, n.hour, n.calls, n.errors, array(select json_array_elements_text(n.took)::bigint)
      from json_to_recordset($1::json) as n (id uuid, hour timestamptz, calls bigint, errors bigint, took json)
      where exists (select from control.functions f where f.id = n.id)
      on conflict (function_id, hour) do update set calls = h.calls + excluded.calls, errors = h.errors + excluded.errors,
        took = array(select coalesce(a, 0) + coalesce(b, 0) from unnest(h.took, excluded.took) as both_ (a, b))`,
    parameters: [JSON.stringify(counted)],
  }
}

/** How many buckets a histogram of calls has, and how much later each ends than the one before. */
export const TOOK_BUCKETS = 80
const TOOK_FACTOR = 1.2

/** @param ms how long a call took */
export function tookBucket(ms: number): number {
  return ms <= 1 ? 0 : Math.min(TOOK_BUCKETS - 1, Math.ceil(Math.log(ms) / Math.log(TOOK_FACTOR)))
}

/** The middle of the bucket in which that share of the calls ends. Null: there was none. */
export function tookQuantile(took: readonly number[], share: number): number | null {
  const all = took.reduce((sum, calls) => sum + calls, 0)
  let before = 0
  for (const [bucket, calls] of took.entries()) {
    before += calls
    if (calls > 0 && before >= share * all) {
      const end = TOOK_FACTOR ** bucket
      return Math.round((bucket === 0 ? 1 : (end + end / TOOK_FACTOR) / 2) * 10) / 10
    }
  }
  return null
}

/** Of the last 24 hours, by slug. Functions that were not called are left out. */
export async function functionStats(control: Reading, ref: string): Promise<FunctionStats[]> {
  const rows = await control.select<{ slug: string; calls: number; errors: number; took: number[][] }>(
    `select f.slug, sum(h.calls)::float8 as calls, sum(h.errors)::float8 as errors, json_agg(h.took) as took
     from control.function_hours h join control.functions f on f.id = h.function_id
     join control.projects p on p.id = f.project_id
     where p.ref = $1 and h.hour > now() - interval '24 hours' group by f.slug order by f.slug collate "C"`,
    [ref],
  )
  return rows.map(({ slug, calls, errors, took }) => {
    const sums = Array.from({ length: TOOK_BUCKETS }, (_, bucket) =>
      took.reduce((sum, hour) => sum + (hour[bucket] ?? 0), 0),
    )
    return { slug, calls, errors, p50_ms: tookQuantile(sums, 0.5), p95_ms: tookQuantile(sums, 0.95) }
  })
}

export const forgetOldFunctionHours: ControlStatement = {
  sql: `delete from control.function_hours where hour < now() - interval '8 days'`,
}
