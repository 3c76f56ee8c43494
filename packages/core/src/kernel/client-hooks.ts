/**
 * A client that reports how its calls end: answered, without an answer, refused because the session has ended, or
 * because the project does not exist any more. Who listens decides what follows.
 */
import {
  getProject,
  IMPORT_ACCESS,
  IMPORT_PATH,
  PlatformError,
  QUERY_ACCESS,
  QUERY_PATH,
  type Client,
  type EndpointData,
} from '@basedeck/platform-client'

/** What is told about every call. All are optional. */
export interface ClientHooks {
  /** A call is sent. What it returns is called with every sign of an answer. */
  sent?(): () => void
  /** No answer came, or one that is not the platform's. What it returns is thrown. */
  away?(error: PlatformError): PlatformError
  /** The session has ended. True: the call is sent again. */
  sessionLost?(refused: RefusedCall): Promise<boolean>
  /** The call's project does not exist, or may not be seen any more. */
  projectLost?(ref: string): void
}

/** What the hooks look at. */
export type CalledEndpoint = Pick<EndpointData, 'access' | 'path'>

/** Its schemas come with what runs SQL. */
const ROWS: CalledEndpoint = { access: QUERY_ACCESS, path: QUERY_PATH }
const IMPORT: CalledEndpoint = { access: IMPORT_ACCESS, path: IMPORT_PATH }

/** A call that was refused because the session has ended. */
export interface RefusedCall {
  error: PlatformError
  endpoint: CalledEndpoint
  signal: AbortSignal | undefined
}

/** Statuses that a gateway answers instead of the platform; the platform's own refusals have a code. */
const GATEWAY_STATUSES = new Set<number | undefined>([502, 503, 504])
/** Error codes of a session that has ended. */
const SESSION_LOST = new Set<string | undefined>(['signed_out', 'second_factor_needed', 'invalid_token'])

/** The same client, which tells the hooks how every call ends. Every kind of call is one line here. */
export function withHooks(client: Client, hooks: ClientHooks): Client {
  return {
    baseUrl: client.baseUrl,
    call: (endpoint, call, options) =>
      whole({ endpoint, call, signal: options?.signal }, () => client.call(endpoint, call, options)),
    events: (endpoint, call, options) =>
      inPieces({ endpoint, call, signal: options?.signal }, () => client.events(endpoint, call, options)),
    rows: (call, options) =>
      inPieces({ endpoint: ROWS, call, signal: options?.signal }, () => client.rows(call, options)),
    importRows: (call, file, options) =>
      inPieces({ endpoint: IMPORT, call, signal: options?.signal }, () =>
        client.importRows(call, file, options),
      ),
  }

  async function whole<Answer>(asked: AskedCall, send: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answered = hooks.sent?.()
      try {
        const answer = await send()
        answered?.()
        return answer
      } catch (error) {
        if (!(await isSentAgain(error, asked))) throw failed(error, asked)
      }
    }
  }

  async function* inPieces<Piece>(
    asked: AskedCall,
    open: () => AsyncGenerator<Piece, void>,
  ): AsyncGenerator<Piece, void> {
    for (let hasBegun = false; ;) {
      const answered = hooks.sent?.()
      try {
        for await (const piece of open()) {
          answered?.()
          hasBegun = true
          yield piece
        }
        return
      } catch (error) {
        // A piece that was read already must not come twice.
        if (hasBegun || !(await isSentAgain(error, asked))) throw failed(error, asked)
      }
    }
  }

  async function isSentAgain(error: unknown, { endpoint, signal }: AskedCall): Promise<boolean> {
    if (!hooks.sessionLost || !(error instanceof PlatformError)) return false
    return SESSION_LOST.has(error.code) && hooks.sessionLost({ error, endpoint, signal })
  }

  /** Tells the hooks. @returns what the caller is thrown */
  function failed(error: unknown, { endpoint, call }: AskedCall): unknown {
    if (hooks.away && isAway(error)) return hooks.away(error)
    const { params } = call as { params?: { ref?: string } }
    const isLost = error instanceof PlatformError && error.code === 'project_not_found'
    // The project's own call reports it already.
    if (isLost && params?.ref !== undefined && endpoint.path !== getProject.path)
      hooks.projectLost?.(params.ref)
    return error
  }
}

interface AskedCall {
  endpoint: CalledEndpoint
  call: unknown
  signal: AbortSignal | undefined
}

/** No answer, a gateway's answer instead of the platform's, or the platform's last one before it stops. */
export function isAway(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError)) return false
  if (error.kind === 'network' || error.code === 'stopping') return true
  return error.kind === 'http' && error.code === undefined && GATEWAY_STATUSES.has(error.status)
}
