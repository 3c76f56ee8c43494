/** Where a request came from: the peer of the connection, or the address that a trusted proxy reports. */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import type { AppEnv } from '../routes/app-env.js'
import { forwardedOf } from './forwarded.js'
import type { Origin } from '../access/caller.js'

const FORWARDED_FOR = 'x-forwarded-for'

/** @param trustProxy headers are used only then, because any client can send them */
export function createOriginOf(trustProxy: boolean): (c: Context<AppEnv>) => Origin {
  return (c) => {
    const forwarded = forwardedOf(c)
    return {
      ip: forwarded
        ? forwarded.ip
        : ((trustProxy ? forwardedFor(c.req.header(FORWARDED_FOR)) : undefined) ?? peer(c)),
      userAgent: c.req.header('user-agent') ?? '',
      requestId: c.get('requestId'),
    }
  }
}

/** The last entry is the one the proxy itself wrote; those before it are the client's own words. */
function forwardedFor(header: string | undefined): string | undefined {
  const last = header?.split(',').at(-1)?.trim()
  return last !== undefined && /^[\da-fA-F.:]{2,45}$/.test(last) ? last : undefined
}

function peer(c: Context): string | null {
  // Without a socket (a handler called in a test) there is no peer.
  if (!(c.env as { incoming?: unknown } | undefined)?.incoming) return null
  return plainAddress(getConnInfo(c).remote.address)
}

/** As `createOriginOf`, of a call that Node carries. */
export function peerAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string | null {
  const given = headers[FORWARDED_FOR]
  const told = trustProxy && typeof given === 'string' ? forwardedFor(given) : undefined
  return told ?? plainAddress(socket.remoteAddress)
}

function plainAddress(address: string | undefined): string | null {
  return address?.replace(/^::ffff:/, '') ?? null
}
