/** What an answered call adds to the usage of its project. */
import { beginExport, importRows, QUERY_PATH, type Method } from '@basedeck/platform-client/contract'
import type { CountedSeries } from '../control/usage.js'
import { serviceOfRoute } from './served-services.js'

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

/** In the routes of auth that end with a session, or with a refusal of one. */
const SIGN_INS = new Set(['token', 'verify', 'passkeys-authentication-verify', 'factors-id-verify'])
const UPLOADS = new Set(['upload', 'replace', 'upload-signed'])
const DOWNLOADS = new Set(['read', 'read-public', 'read-signed'])

/** Refused calls are metered with the bytes of their answer only. */
export function usageOf({ method, route, status, bytes }: SentAnswer): [CountedSeries, number][] {
  const isDone = status < 400
  const service = serviceOfRoute(route)
  const call = route.slice(route.lastIndexOf('/') + 1)
  const one = (series: CountedSeries, isCounted: boolean): [CountedSeries, number][] =>
    isCounted ? [[series, 1]] : []
  return [
    ['EGRESS', bytes],
    ...one('QUERIES', isDone && method === POST && RUNS.has(route)),
    ...one('API_REQUESTS', isDone && service !== undefined),
    ...one('FUNCTION_INVOCATIONS', isDone && service === 'functions'),
    ...one('API_REFUSED', status >= 400 && status < 500 && service !== undefined),
    ...one('API_ERRORS', status >= 500 && service !== undefined),
    ...one('FUNCTION_ERRORS', status >= 500 && service === 'functions'),
    ...one('AUTH_REFUSED', status >= 400 && status < 500 && service === 'auth' && SIGN_INS.has(call)),
    ...one('STORAGE_UPLOADS', isDone && service === 'storage' && UPLOADS.has(call)),
    ...one('STORAGE_DOWNLOADS', isDone && service === 'storage' && DOWNLOADS.has(call)),
  ]
}
