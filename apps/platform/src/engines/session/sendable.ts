/** What PostgreSQL can't hold is refused before it is sent: cutting or replacing it would change the value. */
import type { Cell } from '@basedeck/platform-client/contract'
import { refusal } from './errors.js'

const CHARACTER_NOT_IN_REPERTOIRE = '22021'
const UNSENDABLE = /\0|\p{Surrogate}/u
/** Node has it, the library of types not yet: it passes long texts twenty times as fast as an expression. */
const WELL_FORMED = String.prototype as unknown as { isWellFormed(this: string): boolean }

/** @throws DatabaseError 22021 for a NUL or an unpaired surrogate, with its position in the text */
export function checkSendable(text: string, parameters: readonly Cell[] = []): void {
  checkText(text)
  parameters.forEach((value, index) => {
    if (value !== null && !isSendable(value)) {
      throw refusal(CHARACTER_NOT_IN_REPERTOIRE, `${reasonFor(value)} (parameter $${index + 1})`)
    }
  })
}

function checkText(text: string): void {
  if (isSendable(text)) return
  const found = UNSENDABLE.exec(text)
  if (!found) return
  const whole = { text, start: 0, end: text.length, statementIndex: 0 }
  throw refusal(CHARACTER_NOT_IN_REPERTOIRE, reasonFor(text), whole, found.index)
}

function isSendable(text: string): boolean {
  return !text.includes('\0') && WELL_FORMED.isWellFormed.call(text)
}

function reasonFor(text: string): string {
  return text.includes('\0')
    ? 'invalid byte sequence for encoding "UTF8": 0x00'
    : 'invalid byte sequence for encoding "UTF8": unpaired surrogate'
}
