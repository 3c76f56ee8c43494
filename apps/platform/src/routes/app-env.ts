/** What every request carries through the middlewares. */
import type { BodyBounds, ErrorBody } from '@basedeck/platform-client/contract'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FoundCaller } from '../control/callers.js'

/** What another process of the installation reports about a forwarded call. */
export interface ForwardedCall {
  /** The client's address; null when unknown. */
  ip: string | null
}

/** Set by middlewares and handlers. */
export interface RequestReport {
  /** The path as the contract writes it: `/platform/projects/{ref}`. */
  route?: string
  /** Of a refusal. */
  code?: string
  /** The caller's id. */
  account?: string
  /** The ref of the project that the call is for. */
  project?: string
  /** Another process or thread answered it, and writes its line. */
  isElsewhere?: boolean
}

/** The connection of a call that may go on as a WebSocket. */
export interface Upgrade {
  incoming: IncomingMessage
  socket: Duplex
  /** What came behind the call already. */
  head: Buffer
  /** What answers the call speaks on its connection now. */
  isTaken: boolean
}

export interface AppEnv {
  /** What the handler around this one hands on; absent for a handler called by itself. */
  Bindings: {
    requestId?: string
    report?: RequestReport
    forwarded?: ForwardedCall | undefined
    /** Node's request; absent without a connection. `target`: of its request line, as it was sent. */
    incoming?: { target?: string }
    /** Of a call that may go on as a WebSocket. */
    upgrade?: Upgrade
    /** Node's response; absent without a connection. */
    outgoing?: { destroy(): unknown } & Partial<
      Pick<ServerResponse, 'once' | 'socket' | 'writableFinished' | 'destroyed'>
    >
  }
  Variables: {
    requestId: string
    report?: RequestReport
    /** What another process of the installation reports about a call that it forwarded. */
    forwarded?: ForwardedCall | undefined
    /** The body, once it was read as JSON. */
    json?: { value: unknown }
    /** How large the body may be. Default: the usual bounds. */
    bodyBounds?: BodyBounds
    /** What a refusal's body becomes where callers read it in a form of their own. Default: it stays. */
    errorForm?: (body: ErrorBody, status: number) => object
    /** The caller, once identified. */
    found?: { caller: FoundCaller | undefined }
  }
}
