/** A request to a project's own API, which has another origin than the platform. */
export interface ApiRequest {
  url: string
  /** Of HTTP, in capitals. */
  method: string
  headers: Readonly<Record<string, string>>
  /** Absent: none. */
  body?: string
}

/** What the API answered. */
export interface ApiAnswer {
  status: number
  /** Its media type; empty: none. */
  type: string
  /** As far as the host shows them to a page of another origin, names in small letters. */
  headers: Readonly<Record<string, string>>
  /** As it came, up to `ANSWER_LIMIT_BYTES`. */
  text: string
  /** Whether there was more. */
  isCut: boolean
}

/** Bytes of an answer that are read. */
export const ANSWER_LIMIT_BYTES = 256 * 1024

/** Asks a project's own API, as an application would. */
export interface ProjectApi {
  /**
   * Called when the user tries a call of the documentation, or a function. It sends no cookies, and rejects when no answer comes: the address
   * can't be reached, or the browser does not show its answer to this page.
   */
  ask(request: ApiRequest, signal: AbortSignal): Promise<ApiAnswer>
}

/** What an answer of `fetch` is, as far as it is read. */
export async function apiAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: ReadableStream<Uint8Array> | null,
): Promise<ApiAnswer> {
  return { status, type: headers['content-type'] ?? '', headers, ...(await beginningOf(body)) }
}

async function beginningOf(
  body: ReadableStream<Uint8Array> | null,
): Promise<Pick<ApiAnswer, 'text' | 'isCut'>> {
  const reader = body?.getReader()
  if (!reader) return { text: '', isCut: false }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done || value === undefined) return { text: text + decoder.decode(), isCut: false }
    const room = ANSWER_LIMIT_BYTES - bytes
    text += decoder.decode(value.subarray(0, room), { stream: true })
    bytes += value.length
    if (bytes > ANSWER_LIMIT_BYTES) {
      await reader.cancel()
      return { text, isCut: true }
    }
  }
}
