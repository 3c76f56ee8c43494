/** Which calls the service has, found from method and path. */
import type { ServiceCall } from '../service.js'

export interface RealtimeCall extends ServiceCall {
  name: 'websocket' | 'broadcast' | 'broadcast-event'
  topic?: string
  event?: string
}

/** Bytes of all messages of one call. */
const BROADCAST_BYTES = 5 * 1024 * 1024
const shared = { needs: 'key', stores: false } as const

/** Undefined: there is no such call. */
export function realtimeCallOf(method: string, path: string): RealtimeCall | undefined {
  if (method === 'GET' && (path === '/websocket' || path === '/socket/websocket'))
    return { name: 'websocket', body: 0, upgrades: true, ...shared }
  if (method !== 'POST') return undefined
  if (path === '/api/broadcast') return { name: 'broadcast', body: BROADCAST_BYTES, ...shared }
  const [, topic, event] = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/.exec(path) ?? []
  if (topic === undefined || event === undefined) return undefined
  const names = [topic, event].map(decoded)
  const [ofTopic, ofEvent] = names
  return ofTopic === undefined || ofEvent === undefined
    ? undefined
    : { name: 'broadcast-event', topic: ofTopic, event: ofEvent, body: BROADCAST_BYTES, ...shared }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
