/** What a text of a line is cleaned of before it is stored. */

/** Sequences by which a terminal is told to colour, to move or to do more. */
// eslint-disable-next-line no-control-regex
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])?/g
/** Control characters but tab and line feed, and characters that turn the direction of the text around them. */
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Halves of characters, which no UTF-8 can hold. */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Without sequences for terminals; what no text may hold becomes `�`. Lines may be shown in a terminal. */
export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(HALVES, '�').replace(TERMINAL, '').replace(UNSEEN, '�')
}
