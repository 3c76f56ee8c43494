/**
 * A text of SQL without what could be a secret in it: each constant is '…', and so is a comment. `withoutConstants` keeps
 * names; `shapeOf` keeps keywords and structure only.
 *
 * @rule sql.shape  @spec §5
 */
import { KEYWORDS } from './keywords.js'
import { scan } from './lexer/scan.js'
import { foldedText, wordOf, type Token } from './lexer/token.js'

const HIDDEN = '…'
const HIDDEN_STRING = `'${HIDDEN}'`

/** The text with its keywords, brackets and operators; constants, names and comments are `…`. Never throws. */
export function shapeOf(sql: string): string {
  return hidden(sql, scan(sql), false)
}

/** The text with its keywords and names; constants, comments and the values of `set` are `…`. Never throws. */
export function withoutConstants(sql: string, tokens: readonly Token[] = scan(sql)): string {
  return hidden(sql, tokens, true)
}

/**
 * Whether a string may go on behind its quote: with `standard_conforming_strings` off, `'a\'` has not ended.
 * @internal
 */
export function mayGoOn(sql: string, { kind, start, end, closed }: Token): boolean {
  return kind === 'string' && closed && sql[start] === "'" && end - start > 2 && sql[end - 2] === '\\'
}

function hidden(sql: string, tokens: readonly Token[], keepsNames: boolean): string {
  const folded = foldedText(sql)
  const reader = new StatementReader(languagesIn(folded, tokens))
  let text = ''
  let copied = tokens[0]?.start ?? 0
  for (const token of tokens) {
    text += sql.slice(copied, token.start)
    copied = token.end
    const word = wordOf(folded, token)
    const written = sql.slice(token.start, token.end)
    if (mayGoOn(sql, token)) return text + HIDDEN_STRING
    text += told(token, { word, written, keepsNames, reader })
    if (token.kind !== 'comment') reader.read(token, word, written)
  }
  return text
}

interface Around {
  /** In small letters; empty for what is no word. */
  word: string
  written: string
  keepsNames: boolean
  reader: StatementReader
}

function told({ kind, closed }: Token, around: Around): string {
  const { written, keepsNames, reader } = around
  switch (kind) {
    case 'comment':
      return written.startsWith('--') ? `-- ${HIDDEN}` : `/* ${HIDDEN} */`
    case 'number':
      return HIDDEN
    case 'string':
      return closed && written.startsWith('$') && reader.isBody ? bodyOf(written, keepsNames) : HIDDEN_STRING
    case 'quoted':
      return keepsNames && closed && !reader.isValue && !reader.isPassword ? written : HIDDEN
    case 'word':
      return isTold(around) ? written : HIDDEN
    default:
      return written
  }
}

/** Values of `set` that any setting may have. */
const PLAIN_VALUES: ReadonlySet<string> = new Set(['default', 'on', 'off', 'true', 'false', 'null'])

function isTold({ word, keepsNames, reader }: Around): boolean {
  if (reader.isValue) return PLAIN_VALUES.has(word)
  return (keepsNames && !reader.isPassword) || KEYWORDS.has(word)
}

/** The body of a function or of `do`. Its tag may be anything, so it is not told. */
function bodyOf(written: string, keepsNames: boolean): string {
  const tag = written.slice(0, written.indexOf('$', 1) + 1)
  const body = written.slice(tag.length, written.length - tag.length)
  const [blanks = ''] = /^\s*/.exec(body) ?? []
  const [blanksBehind = ''] = /(?<!\s)\s*$/.exec(body) ?? []
  return `$$${blanks}${hidden(body, scan(body), keepsNames)}${blanksBehind}$$`
}

/** For each statement the language that it names, in small letters; undefined: none. */
function languagesIn(folded: string, tokens: readonly Token[]): (string | undefined)[] {
  const languages: (string | undefined)[] = [undefined]
  let previous = ''
  for (const token of tokens) {
    if (token.kind === 'comment') continue
    if (token.kind === 'semicolon') languages.push(undefined)
    if (previous === 'language') languages[languages.length - 1] = wordOf(folded, token)
    previous = wordOf(folded, token)
  }
  return languages
}

/** Words of PL/pgSQL behind which a statement begins. */
const BEGINS: ReadonlySet<string> = new Set(['begin', 'then', 'else', 'loop', 'declare'])
/** In these statements `set` gives values to columns. */
const SETS_COLUMNS: ReadonlySet<string> = new Set(['update', 'insert', 'merge'])
/** Languages whose texts are cut as SQL is. */
const READABLE: ReadonlySet<string | undefined> = new Set(['plpgsql', 'sql'])
const CREATES_BODY = /^create (?:or replace )?(?:function|procedure) /
const HEAD_WORDS = 5

/** What the tokens so far say about the next one. */
class StatementReader {
  private statement = 0
  private head = ''
  private headWords = 0
  private previous = ''
  private setsColumns = false
  private sets: 'no' | 'name' | 'value' = 'no'

  constructor(private readonly languages: readonly (string | undefined)[]) {}

  /** It is a value of `set`. */
  get isValue(): boolean {
    return this.sets === 'value'
  }

  /** It stands where a password does. */
  get isPassword(): boolean {
    return this.previous === 'password'
  }

  /** A string here is code. */
  get isBody(): boolean {
    const language = this.languages[this.statement]
    if (this.head.startsWith('do ')) return language === undefined || READABLE.has(language)
    return CREATES_BODY.test(this.head) && this.previous === 'as' && READABLE.has(language)
  }

  read({ kind }: Token, word: string, written: string): void {
    if (kind === 'semicolon') {
      this.statement++
      return this.begin()
    }
    if (this.sets === 'value') return void (this.previous = word)
    if (BEGINS.has(word)) return this.begin()
    if (this.headWords++ < HEAD_WORDS) this.head += `${word} `
    if (SETS_COLUMNS.has(word)) this.setsColumns = true
    if (word === 'set' && !this.setsColumns) this.sets = 'name'
    else if (this.sets === 'name' && (word === 'to' || written === '=' || written === ':='))
      this.sets = 'value'
    this.previous = word
  }

  private begin(): void {
    this.head = ''
    this.headWords = 0
    this.previous = ''
    this.setsColumns = false
    this.sets = 'no'
  }
}
