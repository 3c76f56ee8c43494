/** A call as Node carries it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { goneOf } from '../../http/caller-gone.js'
import { readNodeBody } from '../../http/node-body.js'
import { cookiesForServices } from '../door.js'
import type { PlainRequest } from './plain-request.js'

export interface NodeCall {
  incoming: IncomingMessage
  outgoing: ServerResponse
  path: string
  search: string
  ip: string | null
}

export function requestOfNode({ incoming, outgoing, path, search, ip }: NodeCall): PlainRequest {
  const { method = '' } = incoming
  return {
    method,
    path,
    search,
    ip,
    headers: headersOf(incoming),
    body: (mostBytes) => readNodeBody(incoming, mostBytes),
    gone: () => goneOf(outgoing),
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const name in headers) {
    const value = name === 'cookie' ? cookiesForServices(headers.cookie) : headers[name]
    if (value !== undefined) sent[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return sent
}
