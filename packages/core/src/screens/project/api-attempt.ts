/** Sends a read of the documentation, as an application of the role would, and shows what came. */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiAnswer } from '../../ports/index.js'
import { formattedJson } from '../../rules/results/cell-view.js'
import { readRequest } from '../../rules/settings/api-snippets/curl.js'
import type { ApiTarget } from '../../rules/settings/api-snippets/ways.js'
import type { ApiTryProblem } from '../../rules/settings/api-try.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { apiDocsText as text } from '../../text/api-docs.js'
import type { Needs } from '../context.js'
import { createApiCredentials, type ApiCaller } from '../parts/api-credentials.js'

/** What became of the read. */
export type AttemptState =
  | { status: 'idle' }
  | { status: 'sending' }
  /** `text`: as it came, on lines where it is JSON. `isRefused`: the status is one of an error. */
  | { status: 'answered'; summary: string; isRefused: boolean; text: string; isCut: boolean }
  | { status: 'failed'; message: string }

/** The read that can be sent. */
export interface AttemptedRead {
  target: ApiTarget
  /** Null: all. */
  columns: readonly string[] | null
  problem: ApiTryProblem | null
  /** As whom it is sent; null: as nobody. */
  userId: string | null
}

/** A read that is sent from the page. */
export interface ApiAttempt {
  /** Why nothing can be sent. */
  readonly $control: ReadableAtom<ControlState>
  readonly $state: ReadableAtom<AttemptState>
  send(): Promise<void>
  /** Another table or role: the answer is not of it. */
  clear(): void
}

const REFUSED = 400

export function createApiAttempt(
  { host, client, queries }: Needs<'host' | 'client' | 'queries'>,
  { ref, $read }: { ref: string; $read: ReadableAtom<AttemptedRead | null> },
): ApiAttempt {
  const $state = atom<AttemptState>({ status: 'idle' })
  let sending: AbortController | undefined

  const credentials = createApiCredentials({ host, client, queries }, ref)
  const callerOf = ({ role, key }: ApiTarget, userId: string | null): ApiCaller => {
    if (userId !== null) return { as: 'user', key, userId }
    return role === 'service_role' ? { as: role } : { as: 'anon', key }
  }
  const ask = async (
    { target, columns, userId }: AttemptedRead,
    signal: AbortSignal,
  ): Promise<AttemptState> => {
    const { url, headers } = readRequest(target, columns)
    let keys: Record<string, string>
    try {
      keys = await credentials.headersOf(callerOf(target, userId))
    } catch (error) {
      return {
        status: 'failed',
        message: `${userId === null ? text.keyFailed : text.tokenFailed}: ${toPlatformError(error).message}`,
      }
    }
    const begun = host.clock.now()
    try {
      const request = { url, method: 'GET' as const, headers: { ...headers, ...keys } }
      const answer = await host.projectApi?.ask(request, signal)
      if (!answer) return { status: 'failed', message: text.tryNot.noBrowser }
      return {
        status: 'answered',
        summary: text.answer(answer.status, host.clock.now() - begun),
        isRefused: answer.status >= REFUSED,
        text: isJson(answer) ? formattedJson(answer.text) : answer.text,
        isCut: answer.isCut,
      }
    } catch {
      // A browser does not tell a page why: that would be about another origin.
      return { status: 'failed', message: text.unreachable }
    }
  }

  return {
    $control: computed($read, (read): ControlState => {
      if (host.projectApi === undefined) return { disabled: true, hint: text.tryNot.noBrowser }
      if (read === null) return { disabled: true }
      return read.problem === null ? { disabled: false } : { disabled: true, hint: text.tryNot[read.problem] }
    }),
    $state,
    async send() {
      const read = $read.get()
      if (read === null || read.problem !== null || $state.get().status === 'sending') return
      const aborter = new AbortController()
      sending = aborter
      $state.set({ status: 'sending' })
      const next = await ask(read, aborter.signal)
      if (!aborter.signal.aborted) $state.set(next)
    },
    clear() {
      sending?.abort()
      if ($state.get().status !== 'idle') $state.set({ status: 'idle' })
    },
  }
}

/** A part of a document has no end to lay out, and what is behind another server may call anything JSON. */
function isJson({ type, isCut, text: answer }: ApiAnswer): boolean {
  if (isCut || !/^application\/([\w.+-]*\+)?json\b/.test(type)) return false
  try {
    JSON.parse(answer)
    return true
  } catch {
    return false
  }
}
