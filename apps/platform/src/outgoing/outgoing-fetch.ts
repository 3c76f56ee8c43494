/** The checked way out in the form of `fetch`, for libraries that ask for one. Redirects are answers like any other. */
import type { OutgoingLimits } from './limits.js'
import type { Outgoing } from './outgoing.js'

/** What libraries of OAuth and of keys give. */
export interface FetchInit {
  method?: string
  headers?: Headers | Record<string, string>
  body?: unknown
  signal?: AbortSignal | null
}

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** @throws OutgoingError, of the function */
export function outgoingFetch(outgoing: Pick<Outgoing, 'call'>, limits: Partial<OutgoingLimits>) {
  return async (url: string, init: FetchInit = {}): Promise<Response> => {
    const { method, headers, body, signal } = init
    const answer = await outgoing.call({
      url,
      ...(method !== undefined && { method: method as 'GET' }),
      headers: Object.fromEntries(new Headers(headers ?? {})),
      ...(body !== undefined && body !== null && { body: String(body as string | URLSearchParams) }),
      limits: { ...limits, redirects: 0 },
      ...(signal && { signal }),
    })
    const type = answer.headers['content-type']
    return new Response(NO_BODY.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }
}
