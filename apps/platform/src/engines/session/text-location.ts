/** Converts PostgreSQL's error position to an offset: the server counts characters, editors count UTF-16 units. */
import type { TextLocation } from '@basedeck/platform-client/contract'

/** UTF-16 offset of the `position`th character (1-based), or undefined when the text is shorter. */
export function offsetOfPosition(text: string, position: number): number | undefined {
  let offset = 0
  for (let seen = 1; seen < position; seen++) {
    const character = text.codePointAt(offset)
    if (character === undefined) return undefined
    offset += character > 0xffff ? 2 : 1
  }
  return position >= 1 && offset <= text.length ? offset : undefined
}

/** 1-based position in characters of a UTF-16 offset. */
export function positionOfOffset(text: string, offset: number): number {
  let position = 1
  for (let at = 0; at < offset; position++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return position
}

/** Line and column of a UTF-16 offset; `\n`, `\r\n` and `\r` end a line. */
export function locationOfOffset(text: string, offset: number): TextLocation {
  let line = 1
  let lineStart = 0
  for (const { 0: lineEnd, index } of text.slice(0, offset).matchAll(/\r\n|\n|\r/g)) {
    const next = index + lineEnd.length
    if (lineEnd === '\r' && text[next] === '\n') break
    line++
    lineStart = next
  }
  return { line, column: offset - lineStart + 1, offset }
}
