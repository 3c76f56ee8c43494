/** The line of a request that was answered. Path, query, headers and body are left out: they may hold secrets. */
import { serviceOfRoute } from '../services/served-services.js'
import type { LogLine, LogLineLevel } from './log-line.js'

/** What is known of a request at its answer. */
export interface RequestFacts {
  method: string
  /** As the contract writes it: `/platform/projects/{ref}`. */
  route: string
  status: number
  /** Until the answer began. */
  ms: number
  project?: string | undefined
  requestId: string
  ip: string | null
  /** Of a refusal. */
  code?: string | undefined
  /** The caller's id. */
  account?: string | undefined
}

/** @param time milliseconds since 1970 */
export function requestLine({ project, requestId, ...fields }: RequestFacts, time: number): LogLine {
  const { method, route, status } = fields
  return {
    time,
    project,
    source: serviceOfRoute(route) ?? 'dashboard',
    level: levelOf(status),
    requestId,
    message: `${method} ${route} ${status}`,
    fields,
  }
}

function levelOf(status: number): LogLineLevel {
  if (status >= 500) return 'error'
  return status >= 400 ? 'warn' : 'info'
}
