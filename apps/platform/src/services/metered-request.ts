/** What an answered call adds to the usage of its project. */
import {
  beginExport,
  importRows,
  QUERY_PATH,
  SERVICE_PATHS,
  type Method,
} from '@basedeck/platform-client/contract'
import type { CountedMetric } from '../control/usage.js'

/** An answer for a project, sent to its last byte. */
export interface SentAnswer {
  /** Its ref. */
  project: string
  method: string
  route: string
  status: number
  bytes: number
  /** Until the answer began. */
  ms: number
}

/** Calls that run SQL of a user. */
const RUNS: ReadonlySet<string> = new Set([QUERY_PATH, beginExport.path, importRows.path])
const POST: Method = 'POST'
const FUNCTION_ROUTE = `${SERVICE_PATHS.functions}/`
/** In the route of each call of a service. */
const SERVICE_ROUTES = Object.values(SERVICE_PATHS).map((path) => `${path}/`)

/** Refused calls count with the bytes of their answer only. */
export function usageOf({ method, route, status, bytes }: SentAnswer): [CountedMetric, number][] {
  const isDone = status < 400
  return [
    ['EGRESS', bytes],
    ...(isDone && method === POST && RUNS.has(route) ? [['QUERIES', 1] as [CountedMetric, number]] : []),
    ...(isDone && SERVICE_ROUTES.some((path) => route.includes(path))
      ? [['API_REQUESTS', 1] as [CountedMetric, number]]
      : []),
    ...(isDone && route.includes(FUNCTION_ROUTE)
      ? [['FUNCTION_INVOCATIONS', 1] as [CountedMetric, number]]
      : []),
  ]
}
