/** The line of a request that was answered. Path, query, headers and body are left out: they may hold secrets. */
import { SERVICE_PATHS, type ProjectService } from '@basedeck/platform-client/contract'
import type { LogLine, LogLineLevel, LogSource } from './log-line.js'

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

const SERVICES = Object.entries(SERVICE_PATHS) as [ProjectService, string][]

/** @param time milliseconds since 1970 */
export function requestLine({ project, requestId, ...fields }: RequestFacts, time: number): LogLine {
  const { method, route, status } = fields
  return {
    time,
    project,
    source: sourceOf(route),
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

function sourceOf(route: string): LogSource {
  return SERVICES.find(([, path]) => route.startsWith(`/{ref}${path}/`))?.[0] ?? 'dashboard'
}
