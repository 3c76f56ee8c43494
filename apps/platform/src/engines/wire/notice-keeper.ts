/**
 * Collects the notices of a run: the first ones as they come and, of more, the last ones at the end of the run, with how
 * many were left out between them.
 */
import type { Notice } from '@basedeck/platform-client/contract'
import type { NoticeMessage } from 'pg-protocol/dist/messages.js'
import { runText } from '../../text/runs.js'

/** Notices that are kept at the beginning, and at the end. */
const AT_EACH_END = 500
/** Characters of the messages that are kept at each end. */
const CHARACTERS_AT_EACH_END = 500_000
/** Characters of one message, of a run with so many. */
const LONGEST_LATE_MESSAGE = 10_000

/** A notice and the statement that raised it, from 0. */
export interface LateNotice {
  statement: number
  notice: Notice
}

/** One per run. */
export class NoticeKeeper {
  #count = 0
  #characters = 0
  #late: LateNotice[] = []
  #lateCharacters = 0
  #leftOut = 0

  /** Adds the notice to `notices`, or keeps it for the end. */
  keep(message: NoticeMessage, statement: number, notices: Notice[]): void {
    const notice = noticeOf(message)
    if (this.#count >= AT_EACH_END || this.#characters > CHARACTERS_AT_EACH_END)
      return this.#keepLate(statement, notice)
    this.#count++
    this.#characters += lengthOf(notice)
    notices.push(notice)
  }

  /** What is told at the end of the run, once: what was left out, and the last notices. */
  takeLate(): LateNotice[] {
    const late = this.#late
    const leftOut = this.#leftOut
    this.#late = []
    this.#lateCharacters = 0
    this.#leftOut = 0
    const [first] = late
    if (!first || leftOut === 0) return late
    const gap = { severity: 'WARNING', code: '01000', message: runText.noticesLeftOut(leftOut) }
    return [{ statement: first.statement, notice: gap }, ...late]
  }

  #keepLate(statement: number, notice: Notice): void {
    const kept = { ...notice, message: notice.message.slice(0, LONGEST_LATE_MESSAGE) }
    this.#late.push({ statement, notice: kept })
    this.#lateCharacters += lengthOf(kept)
    while (this.#late.length > AT_EACH_END || this.#lateCharacters > CHARACTERS_AT_EACH_END) {
      const dropped = this.#late.shift()
      this.#lateCharacters -= dropped ? lengthOf(dropped.notice) : 0
      this.#leftOut++
    }
  }
}

function lengthOf({ message, detail = '' }: Notice): number {
  return message.length + detail.length
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
