/** What a text of a line is cleaned of before it is stored. */

const ESCAPE = '\u001b'
const BELL = '\u0007'
/** Sequences by which a terminal is told to colour, to move or to do more; an escape alone too. */
const TERMINAL = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)?|[@-Z\\\\-_])?`,
  'g',
)
/** Control characters but tab and line feed, and characters that turn the direction of the text around them. */
const UNSEEN = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu
/** Halves of characters, which no UTF-8 can hold. */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Without sequences for terminals; what no text may hold becomes `�`. Lines may be shown in a terminal. */
export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(HALVES, '�').replace(TERMINAL, '').replace(UNSEEN, '�')
}
