/**
 * The two lines psql prints under an error: `LINE 2: select …` and a caret. A long line is cut around the caret,
 * tabs are printed as blanks, wide characters count two columns.
 * @rule errors.caret-lines  @spec §8
 */

const DISPLAY_COLUMNS = 60
const MIN_COLUMNS_AFTER_CARET = 10

interface Character {
  text: string
  /** Screen column, from the start of the line. */
  column: number
}

/** `offset` is the UTF-16 offset of the error in `text`. */
export function caretLines(text: string, offset: number): string[] {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
  const end = /[\r\n]/.exec(text.slice(offset))
  const line = text.slice(start, end ? offset + end.index : text.length)
  const lineNumber = (text.slice(0, start).match(/\r\n|\n|\r/g)?.length ?? 0) + 1
  const { shown, caretColumn } = cutAround(line, offset - start)
  const prefix = `LINE ${lineNumber}: `
  return [prefix + shown, ' '.repeat(prefix.length + caretColumn) + '^']
}

function cutAround(line: string, offset: number): { shown: string; caretColumn: number } {
  const { characters, width } = measure(line)
  const caret = measure(line.slice(0, offset)).characters.length
  const columnAt = (index: number): number => characters[index]?.column ?? width
  let begin = 0
  let end = characters.length
  if (width > DISPLAY_COLUMNS) {
    if (DISPLAY_COLUMNS < columnAt(caret) + MIN_COLUMNS_AFTER_CARET) {
      while (columnAt(caret) + MIN_COLUMNS_AFTER_CARET < columnAt(end)) end--
      while (columnAt(end) - columnAt(begin) > DISPLAY_COLUMNS) begin++
    } else {
      while (columnAt(end) > DISPLAY_COLUMNS) end--
    }
  }
  const before = begin > 0 ? '...' : ''
  const after = end < characters.length ? '...' : ''
  const middle = characters.slice(begin, end).map((character) => character.text)
  return {
    shown: before + middle.join('') + after,
    caretColumn: before.length + columnAt(caret) - columnAt(begin),
  }
}

function measure(line: string): { characters: Character[]; width: number } {
  const characters: Character[] = []
  let width = 0
  for (const text of line) {
    characters.push({ text: text === '\t' ? ' ' : text, column: width })
    width += screenColumns(text)
  }
  return { characters, width }
}

const COMBINING = /^[\p{Mn}\p{Me}]$/u
const EAST_ASIAN_WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u
const PICTOGRAM = /^\p{Emoji_Presentation}$/u

function screenColumns(character: string): number {
  if (character < '\u0300') return 1
  if (COMBINING.test(character)) return 0
  return EAST_ASIAN_WIDE.test(character) || PICTOGRAM.test(character) ? 2 : 1
}
