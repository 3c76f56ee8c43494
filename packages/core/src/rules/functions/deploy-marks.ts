/**
 * Where a refused deploy points to in the text of an open file.
 * @rule functions.deploy-marks  @source SERVICES §4
 */

/** A line of a deploy; its place counts from 1. */
export interface PlacedLine {
  level: 'info' | 'warning' | 'error'
  text: string
  file?: string
  line?: number
  column?: number
}

/** A range of a text, in UTF-16 offsets, the end exclusive, with what is wrong there. */
export interface DeployMark {
  startOffset: number
  endOffset: number
  message: string
}

const WORD = /^(?:[\p{L}\p{N}_$]+|\S)/u

/**
 * Marks the word that each error names, or the end of its line.
 * @param content of the file, as it was deployed
 */
export function deployMarks(lines: readonly PlacedLine[], name: string, content: string): DeployMark[] {
  const rows = content.split(/\r\n|\r|\n/)
  return lines.flatMap(({ level, file, line, column = 1, text }) => {
    const row = rows[(line ?? 0) - 1]
    if (level !== 'error' || file !== name || line === undefined || row === undefined) return []
    const at = Math.min(Math.max(column - 1, 0), row.length)
    const startOffset = startOf(content, line) + at
    const [word = ''] = WORD.exec(row.slice(at)) ?? []
    return [{ startOffset, endOffset: startOffset + word.length, message: text }]
  })
}

function startOf(content: string, line: number): number {
  const ends = /\r\n|\r|\n/g
  for (let passed = 1; passed < line; passed++) ends.exec(content)
  return ends.lastIndex
}
