/** Asks the operator's service of leaked passwords for those whose hash begins with some digits. */
import type { Logger } from 'pino'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'

export interface LeakedPasswordsDeps {
  outgoing: Pick<Outgoing, 'call'>
  /** Undefined: the operator named none. */
  url: string | undefined
  log: Pick<Logger, 'warn'>
}

const WHOLE_MS = 3000
/** A range has some 40 kB; padding makes it longer. */
const ANSWER_BYTES = 500_000

/**
 * Lines of suffix, colon and count. Undefined: there is no service, or it does not answer. A password is then taken, as with the
 * family: nobody could sign up while another service is down.
 * @param prefix five hex digits of a SHA-1
 */
export async function leakedRange(
  { outgoing, url, log }: LeakedPasswordsDeps,
  prefix: string,
): Promise<string | undefined> {
  if (url === undefined) return undefined
  try {
    const { status, body, isCut } = await outgoing.call({
      url: `${url.replace(/\/$/, '')}/${encodeURIComponent(prefix)}`,
      headers: { 'add-padding': 'true' },
      limits: { wholeMs: WHOLE_MS, answerBytes: ANSWER_BYTES, redirects: 0 },
    })
    if (status === 200 && !isCut) return body.toString()
    log.warn({ status }, 'the service of leaked passwords gave no list; the password was taken')
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    log.warn(
      { reason: error.reason },
      'the service of leaked passwords can’t be reached; the password was taken',
    )
  }
  return undefined
}
