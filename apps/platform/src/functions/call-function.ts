/** Calls a function of a project for the platform itself: webhooks and schedules. It goes the way of every other call. */
import type { ScheduleMethod } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import { createProjectKeys } from '../control/project-keys.js'
import { RUN_MAKER } from '../control/schedule-runs.js'
import { TEMPORARY_KID } from '../keys/project-keys.js'
import { signToken } from '../keys/token.js'
import { withoutSent } from '../outgoing/deliver-due.js'
import type { SecretBox } from '../secrets/secret-box.js'

export interface FunctionCall {
  ref: string
  slug: string
  /** Default: POST. A call by GET has no body. */
  method?: ScheduleMethod
  /**
   * The run of a schedule: the call has a token of `service_role` that ends with it. Default: a token of anon, which gives no more
   * than a public key.
   */
  runId?: string
  headers: Readonly<Record<string, string>>
  /** Empty: none. */
  body: string
  timeoutMs: number
  /** How much of the answer is read. */
  answerBytes: number
  /** Ends the call: `unreachable`. */
  signal?: AbortSignal
}

export type FunctionAnswer = { status: number; answer: string } | { reason: 'whole-timeout' | 'unreachable' }

/** Never throws for what the function does. */
export type CallFunction = (call: FunctionCall) => Promise<FunctionAnswer>

export interface FunctionCallerDeps {
  control: ControlDatabase
  box: SecretBox
  /** Where this process serves the projects' API. */
  ownApiUrl(): string
}

export function createFunctionCaller({ control, box, ownApiUrl }: FunctionCallerDeps): CallFunction {
  const keysOf = createProjectKeys(control, box)

  /** For functions that check tokens. */
  async function token({ ref, runId, timeoutMs }: FunctionCall): Promise<string | undefined> {
    const key = (await keysOf(ref))?.verifying.find(({ kid }) => kid === TEMPORARY_KID)
    const iat = Math.floor(Date.now() / 1000)
    const exp = iat + Math.ceil(timeoutMs / 1000) + 1
    return key === undefined
      ? undefined
      : signToken({ iss: 'basedeck', ref, ...roleOf(runId), iat, exp }, TEMPORARY_KID, {
          algorithm: 'HS256',
          secret: key.material,
          isText: false,
        })
  }

  return async (call) => {
    const { ref, slug, method = 'POST', headers, body, timeoutMs, answerBytes } = call
    const bearer = await token(call)
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await fetch(`${ownApiUrl()}/${ref}/functions/v1/${slug}`, {
        method,
        redirect: 'manual',
        headers: { ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }), ...headers },
        ...(body === '' ? {} : { body }),
        signal: call.signal ? AbortSignal.any([late, call.signal]) : late,
      })
      const text = await beginning(answer, answerBytes)
      return { status: answer.status, answer: withoutSent(text, bearer === undefined ? [] : [bearer]) }
    } catch {
      return { reason: late.aborted ? 'whole-timeout' : 'unreachable' }
    }
  }
}

function roleOf(runId: string | undefined) {
  return runId === undefined ? { role: 'anon' } : { role: 'service_role', maker: `${RUN_MAKER}${runId}` }
}

async function beginning({ body }: Response, most: number): Promise<string> {
  if (!body) return ''
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop ends the answer.
  for await (const piece of body) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= most) break
  }
  return Buffer.concat(pieces).subarray(0, most).toString()
}
