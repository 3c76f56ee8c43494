/** What every request carries through the middlewares. */
import type { FoundCaller } from '../control/callers.js'
import type { RequestReport } from './request-report.js'

export interface AppEnv {
  /** What the handler around this one hands on; absent for a handler called by itself. */
  Bindings: {
    requestId?: string
    report?: RequestReport
    /** The connection's own answer; absent where there is no connection. */
    outgoing?: { destroy(): unknown }
  }
  Variables: {
    requestId: string
    report?: RequestReport
    /** The body, once it was read as JSON. */
    json?: { value: unknown }
    /** Who makes the request, once that was asked. */
    found?: { caller: FoundCaller | undefined }
  }
}
