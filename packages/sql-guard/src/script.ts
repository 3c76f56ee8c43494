/**
 * Reads a text as the program psql reads a file: `copy … from stdin;` is followed by lines of data, and lines that begin
 * with a backslash are commands of psql. Everything else is SQL.
 *
 * @rule sql.script  @spec §5
 */
import { tokensFrom } from './lexer/scan.js'
import { piecesOf } from './pieces.js'
import { splitStatements, type Statement } from './statements.js'

/** A part of a text. Offsets are UTF-16. */
export interface TextRange {
  start: number
  end: number
}

/** A statement of a script; a COPY has its data. */
export interface ScriptStatement extends Statement {
  /** The lines after `copy … from stdin;`, without the line `\.` that ends them. */
  data?: TextRange
}

/** A command of psql, from its backslash to the end of its line. */
export interface PsqlCommand extends TextRange {
  /** `\connect shop` */
  text: string
  /** `connect` */
  name: string
}

/** A text as psql reads it. */
export interface Script {
  statements: ScriptStatement[]
  /** In the order of the text. */
  commands: PsqlCommand[]
  /** The text with blanks in the place of data and commands: positions in it are positions in the text. */
  sql: string
  /** A statement has data. */
  hasData: boolean
}

/** Lines that may be more than SQL. */
const CANDIDATE = /^[ \t]*\\[.a-z!?][^\n]*|^[^\n]*\bstdin\b[^;\n]*;[^\n]*/gim
/** A text that has so many statements with the word, none of which is a COPY, is no script: each is read again. */
const MISTAKES_AT_MOST = 50

/** Reads a text as a script. A text without data and commands is all SQL. */
export function readScript(sql: string): Script {
  const found = partsOf(sql)
  const plain = found.parts.length === 0 ? sql : blanked(sql, found.parts)
  const statements = splitStatements(plain).map((statement): ScriptStatement => {
    const data = found.data.get(statement.end)
    return data ? { ...statement, data } : statement
  })
  return { statements, commands: found.commands, sql: plain, hasData: found.data.size > 0 }
}

interface Parts {
  /** All that is no SQL, in order. */
  parts: TextRange[]
  commands: PsqlCommand[]
  /** By the end of their statement. */
  data: Map<number, TextRange>
}

function partsOf(sql: string): Parts {
  const found: Parts = { parts: [], commands: [], data: new Map() }
  const candidates = new RegExp(CANDIDATE)
  let from = 0
  let mistakes = 0
  let isInside = tokenCover(sql, from)
  for (let match = candidates.exec(sql); match; match = candidates.exec(sql)) {
    if (mistakes > MISTAKES_AT_MOST) return { parts: [], commands: [], data: new Map() }
    const end = endOfLine(sql, match.index)
    const isCommand = /^[ \t]*\\/.test(match[0])
    const semicolon = sql.lastIndexOf(';', end - 1)
    let part: TextRange | undefined
    if (!isInside(isCommand ? match.index : semicolon)) {
      part = isCommand ? commandAt(sql, match.index, found) : dataAfter(sql, from, end, found)
      if (!part) mistakes++
    }
    if (part) {
      found.parts.push(part)
      from = part.end
      isInside = tokenCover(sql, from)
    }
    candidates.lastIndex = Math.max(part?.end ?? 0, end)
    // An empty rest of the line matches nothing, so the expression would look at it for ever.
    if (candidates.lastIndex <= match.index) candidates.lastIndex = match.index + 1
  }
  return found
}

/**
 * Whether an offset is inside a string, a quoted name or a comment. Asked for growing offsets, it reads the text once.
 * @param from an offset between two tokens
 */
function tokenCover(sql: string, from: number): (offset: number) => boolean {
  const tokens = tokensFrom(sql, from)
  let token = tokens.next().value
  return (offset) => {
    while (token && token.end <= offset) token = tokens.next().value
    return token !== undefined && token.start < offset
  }
}

function commandAt(sql: string, lineStart: number, found: Parts): TextRange {
  const start = sql.indexOf('\\', lineStart)
  const end = endOfLine(sql, start)
  const text = sql.slice(start, end).trimEnd()
  const name = /^\\(\.|[a-z!?]\w*)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  // The end of data whose COPY was left out of the text.
  if (name !== '.') found.commands.push({ text, name, start, end })
  return { start, end }
}

/** Undefined: what ends at this line is no COPY, or has no data. */
function dataAfter(sql: string, from: number, lineEnd: number, found: Parts): TextRange | undefined {
  const semicolon = sql.lastIndexOf(';', lineEnd - 1)
  // Behind the semicolon psql reads no data in the same line.
  if (!/^[ \t\r]*(?:--[^\n]*)?$/.test(sql.slice(semicolon + 1, lineEnd))) return undefined
  const copy = [...piecesOf(sql.slice(from, semicolon + 1))].at(-1)
  if (copy?.semicolon !== semicolon - from || !isCopyFromStdin(copy.words)) return undefined
  const start = lineEnd + 1
  if (sql.slice(start).trim() === '') return undefined
  const ending = /^\\\.[ \t\r]*$/gm
  ending.lastIndex = start
  const last = ending.exec(sql)
  const data = { start, end: last ? last.index : sql.length }
  found.data.set(from + copy.end, data)
  return { start, end: last ? last.index + last[0].length : sql.length }
}

function isCopyFromStdin(words: readonly string[]): boolean {
  const at = words.lastIndexOf('stdin')
  return words[0] === 'copy' && at > 0 && words[at - 1] === 'from'
}

function endOfLine(sql: string, at: number): number {
  const end = sql.indexOf('\n', at)
  return end === -1 ? sql.length : end
}

function blanked(sql: string, parts: readonly TextRange[]): string {
  let text = ''
  let from = 0
  for (const { start, end } of parts) {
    text += sql.slice(from, start) + sql.slice(start, end).replace(/[^\r\n]/g, ' ')
    from = end
  }
  return text + sql.slice(from)
}
