/** Builds a request from an endpoint and its arguments; missing arguments are an error before anything is sent. */
import type { EndpointData, Method } from './contract/endpoint.js'
import { PlatformError } from './errors.js'

export interface CallArguments {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export interface PlannedRequest {
  method: Method
  path: string
  query: Record<string, string>
  body: unknown
  headers: Record<string, string>
}

/** @throws PlatformError of kind `invalid` when a required argument is empty */
export function planRequest(endpoint: EndpointData, call: CallArguments): PlannedRequest {
  const given: Record<string, unknown> = {
    ...asRecord(call.query),
    ...asRecord(call.body),
    ...asRecord(call.params),
  }
  for (const [name, sentence] of Object.entries(endpoint.requires ?? {})) {
    if (isMissing(given[name])) throw new PlatformError('invalid', sentence)
  }
  return {
    method: endpoint.method,
    path: fillPath(endpoint.path, asRecord(call.params)),
    query: toQuery(asRecord(call.query)),
    body: call.body,
    headers: endpoint.version ? { Version: String(endpoint.version) } : {},
  }
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (isMissing(value)) throw new PlatformError('invalid', `${name} is required`)
    return encodeURIComponent(String(value))
  })
}

/** Lists are comma separated; empty values are left out. */
function toQuery(query: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(query)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value] as const)
    .filter(([, value]) => !isMissing(value))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
