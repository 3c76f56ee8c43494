/**
 * JSON as lines that can be folded: each token with its kind, for colours. Only whitespace between tokens changes; strings
 * and numbers keep their spelling, whatever the text is.
 * @rule results.json-lines  @spec §2 (cell viewer)
 */

/** The kind of a token. A `word` is true, false, null, or text that JSON does not allow. */
export type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'sign'

/** A part of a line. */
export interface JsonToken {
  kind: JsonTokenKind
  text: string
}

/** One line. */
export interface JsonLine {
  /** How deep it is inside of objects and lists. */
  depth: number
  tokens: JsonToken[]
  /** Of a line that opens an object or a list: the line that closes it. */
  closedBy?: number
  /** Of such a line: how many members it has. */
  members?: number
}

const PARTS = /"(?:[^"\\]|\\[^])*"|[{}[\],:]|[^\s{}[\],:"]+|"/g
const NUMBER = /^-?\d/

/** The lines of a text of JSON; broken JSON gives its tokens all the same. */
export function jsonLines(json: string): JsonLine[] {
  const lines: JsonLine[] = [{ depth: 0, tokens: [] }]
  const open: number[] = []
  const parts = json.match(PARTS) ?? []
  const last = () => lines.at(-1) ?? lines[0]
  const add = (kind: JsonTokenKind, text: string) => last()?.tokens.push({ kind, text })
  const begin = () => lines.push({ depth: open.length, tokens: [] })
  for (const [index, part] of parts.entries()) {
    if (part === '{' || part === '[') {
      add('sign', part)
      if (isClosing(parts[index + 1])) continue
      const opening = last()
      if (opening) opening.members = 0
      open.push(lines.length - 1)
      begin()
    } else if (isClosing(part)) {
      if (isOpening(parts[index - 1])) {
        add('sign', part)
        continue
      }
      const opening = lines[open.pop() ?? -1]
      if (opening) {
        opening.closedBy = lines.length
        opening.members = (opening.members ?? 0) + 1
      }
      begin()
      add('sign', part)
    } else if (part === ',') {
      add('sign', part)
      const opening = lines[open.at(-1) ?? -1]
      if (opening) opening.members = (opening.members ?? 0) + 1
      begin()
    } else if (part === ':') add('sign', ': ')
    else if (part.startsWith('"')) add(parts[index + 1] === ':' ? 'key' : 'string', part)
    else add(NUMBER.test(part) ? 'number' : 'word', part)
  }
  return lines
}

function isClosing(part: string | undefined): boolean {
  return part === '}' || part === ']'
}

function isOpening(part: string | undefined): boolean {
  return part === '{' || part === '['
}

/** The numbers of the lines that are seen while some are folded. */
export function seenLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): number[] {
  const seen: number[] = []
  for (let line = 0; line < lines.length; line++) {
    seen.push(line)
    const closedBy = lines[line]?.closedBy
    if (folded.has(line) && closedBy !== undefined) line = closedBy
  }
  return seen
}
