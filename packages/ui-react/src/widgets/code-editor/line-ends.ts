// Line ends: an editor shows a text with one kind of them, and gives it back with the kind it came with.

const LINE_END = /\r\n|\r|\n/g

/** The line end that most lines of the text have; `\n` for a text of one line. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  let ends = 0
  let withReturn = 0
  for (const [end] of text.matchAll(LINE_END)) {
    ends += 1
    if (end !== '\n') withReturn += 1
  }
  return withReturn > ends / 2 ? '\r\n' : '\n'
}

/** The text with all its line ends of one kind. */
export function withLineEnd(text: string, lineEnd: '\n' | '\r\n'): string {
  if (lineEnd === '\n' && !text.includes('\r')) return text
  return text.replace(LINE_END, lineEnd)
}

/** Maps a UTF-16 offset of `from` to `to`, where the two differ only in their line ends. */
export function movedOffset(from: string, to: string, offset: number): number {
  if (from === to) return offset
  let moved = offset
  for (const { index, 0: end } of from.matchAll(LINE_END)) {
    if (index + end.length > offset) break
    const start = index - offset + moved
    moved += (to.startsWith('\r\n', start) ? 2 : 1) - end.length
  }
  return moved
}
