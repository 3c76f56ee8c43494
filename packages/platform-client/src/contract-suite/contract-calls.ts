/** The calls of the contract, and which of them a request is: to find the ones that the fake or the suite leaves out. */
import * as contract from '../contract/index.js'
import type { EndpointData } from '../contract/index.js'
import { matchPath } from '../testing/fake-route.js'

/** Every call with its name in the contract. */
export const CONTRACT_CALLS: readonly (readonly [name: string, endpoint: EndpointData])[] = Object.entries(
  contract as Record<string, unknown>,
).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value] as const] : []))

function isEndpoint(value: unknown): value is EndpointData {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

/** A request. */
interface Request {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: unknown
}

export function isCallOf(endpoint: EndpointData, { method, path, headers, body }: Request): boolean {
  if (method !== endpoint.method || !matchPath(endpoint.path, path)) return false
  const version = headers['version']
  if (String(endpoint.version ?? '') !== (version ?? '')) return false
  const others = CONTRACT_CALLS.filter(([, other]) => other.path === endpoint.path && other.bodyKey)
  const keys = Object.keys((body as object | undefined) ?? {})
  const keyed = others.find(
    ([, other]) => other.version === endpoint.version && keys.includes(other.bodyKey ?? ''),
  )
  return endpoint.bodyKey === undefined ? keyed === undefined : keyed?.[1] === endpoint
}
