/** PostgreSQL's classes of characters. Everything beyond ASCII is a letter to it, also what looks like a blank. */

const BLANK = 1
const NAME_START = 2
const DIGIT = 4
const OPERATOR = 8
const NAME_ONLY = 16

const CLASSES = new Uint8Array(128)
mark(' \t\n\r\f\v', BLANK)
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_', NAME_START)
mark('0123456789', DIGIT)
mark('$', NAME_ONLY)
mark('~!@#^&|`?+-*/%<>=', OPERATOR)

export function isBlank(code: number): boolean {
  return code < 128 && CLASSES[code] === BLANK
}

/** May begin an identifier. False beyond the end of the text (NaN). */
export function isNameStart(code: number): boolean {
  return code >= 128 || CLASSES[code] === NAME_START
}

/** Whether a character may be inside an identifier. */
export function isNamePart(code: number): boolean {
  return code >= 128 || ((CLASSES[code] ?? 0) & (NAME_START | DIGIT | NAME_ONLY)) !== 0
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

export function isOperator(code: number): boolean {
  return code < 128 && CLASSES[code] === OPERATOR
}

function mark(characters: string, kind: number): void {
  for (let index = 0; index < characters.length; index++) CLASSES[characters.charCodeAt(index)] = kind
}
