/** The calls of the contract, and which of them a request is: to find the ones that the fake or the suite leaves out. */
import * as contract from '../contract/index.js'
import type { EndpointData } from '../contract/index.js'

/** Every call with its name in the contract. */
export const CONTRACT_CALLS: readonly (readonly [name: string, endpoint: EndpointData])[] = Object.entries(
  contract as Record<string, unknown>,
).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value] as const] : []))

function isEndpoint(value: unknown): value is EndpointData {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

/** A request, as far as it tells which call it is. */
export interface CallRequest {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: unknown
}

/** A call without a version answers requests of any, as far as no other call at its address has that version. */
export function isCallOf(endpoint: EndpointData, { method, path, headers, body }: CallRequest): boolean {
  if (method !== endpoint.method || !matchPath(endpoint.path, path)) return false
  const atAddress = CONTRACT_CALLS.map(([, call]) => call).filter(
    (call) => call.method === method && call.path === endpoint.path,
  )
  const version = headers['version']
  const versioned = atAddress.filter((call) => String(call.version) === version)
  if (endpoint.version === undefined ? versioned.length > 0 : !versioned.includes(endpoint)) return false
  const keys = Object.keys((body as object | undefined) ?? {})
  const keyed = versioned.find(({ bodyKey }) => bodyKey !== undefined && keys.includes(bodyKey))
  return endpoint.bodyKey === undefined ? keyed === undefined : keyed === endpoint
}

/** The parameters in `pathname` when it fits the route's path. */
export function matchPath(path: string, pathname: string): Record<string, string> | undefined {
  const wanted = path.split('/')
  const given = pathname.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? '')
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = value
    else if (segment !== value) return undefined
  }
  return params
}
