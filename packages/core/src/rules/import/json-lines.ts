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
  let line: JsonLine = { depth: 0, tokens: [] }
  const lines = [line]
  const open: JsonLine[] = []
  const parts = json.match(PARTS) ?? []
  const add = (kind: JsonTokenKind, text: string) => line.tokens.push({ kind, text })
  const begin = () => lines.push((line = { depth: open.length, tokens: [] }))
  for (const [index, part] of parts.entries()) {
    if (part === '{' || part === '[') {
      add('sign', part)
      if (isClosing(parts[index + 1])) continue
      open.push(line)
      begin()
    } else if (isClosing(part)) {
      if (isOpening(parts[index - 1])) {
        add('sign', part)
        continue
      }
      const opening = open.pop()
      if (opening) {
        opening.closedBy = lines.length
        opening.members = (opening.members ?? 0) + 1
      }
      begin()
      add('sign', part)
    } else if (part === ',') {
      add('sign', part)
      const opening = open.at(-1)
      if (opening) opening.members = (opening.members ?? 0) + 1
      begin()
    } else if (part === ':') add('sign', ': ')
    else if (part[0] === '"') add(parts[index + 1] === ':' ? 'key' : 'string', part)
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
  let hiddenTo = -1
  for (const [line, { closedBy }] of lines.entries()) {
    if (line <= hiddenTo) continue
    seen.push(line)
    if (folded.has(line)) hiddenTo = closedBy ?? line
  }
  return seen
}
