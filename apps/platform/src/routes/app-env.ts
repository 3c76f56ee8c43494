/** What every request carries through the middlewares. */
import type { FoundCaller } from '../control/callers.js'

/** What another process of the installation says of a call. */
export interface ForwardedCall {
  /** Of the visitor; null where it is not known. */
  ip: string | null
}

/** Filled in by the middlewares and handlers that know it. */
export interface RequestReport {
  /** The path as the contract writes it: `/platform/projects/{ref}`. */
  route?: string
  /** Of a refusal. */
  code?: string
  /** The id of who calls. */
  account?: string
}

export interface AppEnv {
  /** What the handler around this one hands on; absent for a handler called by itself. */
  Bindings: {
    requestId?: string
    report?: RequestReport
    forwarded?: ForwardedCall | undefined
    /** The connection's own answer; absent where there is no connection. */
    outgoing?: { destroy(): unknown }
  }
  Variables: {
    requestId: string
    report?: RequestReport
    /** What another process of the installation says of a call that it forwarded. */
    forwarded?: ForwardedCall | undefined
    /** The body, once it was read as JSON. */
    json?: { value: unknown }
    /** Who makes the request, once that was asked. */
    found?: { caller: FoundCaller | undefined }
  }
}
