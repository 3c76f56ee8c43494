/** Collects the notices of a run, limited in number and length. */
import type { Notice } from '@basedeck/platform-client/contract'
import type { NoticeMessage } from 'pg-protocol/dist/messages.js'
import { runText } from '../../text/runs.js'

const MAX_NOTICES = 1000
const MAX_CHARACTERS = 1_000_000

const NO_MORE: Notice = {
  severity: 'WARNING',
  code: '01000',
  message: runText.moreNotices,
}

/** One per run. */
export class NoticeKeeper {
  #count = 0
  #characters = 0

  /** Adds the notice to `notices`; at the limit, adds one final notice instead. */
  keep(message: NoticeMessage, notices: Notice[]): void {
    if (this.#isFull) return
    this.#count++
    this.#characters += (message.message?.length ?? 0) + (message.detail?.length ?? 0)
    notices.push(this.#isFull ? NO_MORE : noticeOf(message))
  }

  get #isFull(): boolean {
    return this.#count > MAX_NOTICES || this.#characters > MAX_CHARACTERS
  }
}

function noticeOf(message: NoticeMessage): Notice {
  return {
    severity: message.severity ?? 'NOTICE',
    code: message.code ?? '00000',
    message: message.message ?? '',
    ...(message.detail !== undefined && { detail: message.detail }),
    ...(message.hint !== undefined && { hint: message.hint }),
  }
}
