/**
 * Where one statement ends and the next begins: at a semicolon, except inside a `BEGIN ATOMIC … END` body and inside
 * the brackets of a rule's actions.
 *
 * @rule sql.statement-border  @spec §5
 */
import { isBlank } from './lexer/characters.js'
import { scan } from './lexer/scan.js'
import { foldedText, wordOf, type Token } from './lexer/token.js'

/** One statement as the rules read it. */
export class Piece {
  private foldedWords: string[] | undefined

  constructor(
    private readonly folded: string,
    /** Without comments; at least one. */
    readonly tokens: readonly [Token, ...Token[]],
    /** The first token's start, a leading comment's too. */
    readonly start: number,
    /** The last token's end, a comment's too; the semicolon is not part of it. */
    readonly end: number,
    /** The offset of the semicolon that ends it; undefined for a last statement without one. */
    readonly semicolon: number | undefined,
  ) {}

  /** For each token its bare word in small letters, or an empty text. */
  get words(): readonly string[] {
    this.foldedWords ??= this.tokens.map((token) => wordOf(this.folded, token))
    return this.foldedWords
  }

  /** One of the words, for rules that look at few of them. */
  wordAt(index: number): string {
    return wordOf(this.folded, this.tokens[index])
  }
}

/** The statements of a text, in order. Comments and blanks alone are not a statement. */
export function* piecesOf(sql: string, tokens: readonly Token[] = scan(sql)): Generator<Piece, void> {
  const folded = foldedText(sql)
  const border = new Border(folded)
  let begin = 0
  for (let end = 0; end <= tokens.length; end++) {
    const token = tokens[end]
    if (token && (isComment(token) || !border.isEnd(token))) continue
    const all = tokens.slice(begin, end)
    const significant = all.filter((one) => !isComment(one))
    const [first] = all
    const last = all.at(-1)
    if (first && last && hasTokens(significant))
      yield new Piece(folded, significant, first.start, endOf(sql, last), token?.start)
    begin = end + 1
  }
}

function isComment(token: Token): boolean {
  return token.kind === 'comment'
}

function hasTokens(tokens: readonly Token[]): tokens is readonly [Token, ...Token[]] {
  return tokens.length > 0
}

/** A line comment ends at the end of its line; the blanks there belong to no statement. */
function endOf(sql: string, token: Token): number {
  if (!isComment(token)) return token.end
  let at = token.end
  while (isBlank(sql.charCodeAt(at - 1))) at--
  return at
}

/** Behind these words comes what the statement creates. */
const UNFINISHED_HEADS: ReadonlySet<string> = new Set(['create ', 'create or ', 'create or replace '])
const HAS_BODY = /^create (?:or replace )?(?:function|procedure) /
const HAS_BRACKETED_ACTIONS = /^create (?:or replace )?rule /

/** Reads a text token by token and finds the semicolons that end a statement. */
class Border {
  private bodies = 0
  private brackets = 0
  /** The first words of the statement, or of the innermost one inside a body, up to what it creates. */
  private head = ''
  private isHead = true
  private previous: string | undefined

  constructor(private readonly folded: string) {}

  /** Takes every token but comments, in order. */
  isEnd(token: Token): boolean {
    if (token.kind === 'semicolon') return this.semicolon()
    if (token.kind === 'open') this.brackets++
    if (token.kind === 'close' && this.brackets > 0) this.brackets--
    if (this.isHead) this.readHead(wordOf(this.folded, token))
    else this.readBody(wordOf(this.folded, token))
    return false
  }

  private semicolon(): boolean {
    if (this.brackets > 0 && HAS_BRACKETED_ACTIONS.test(this.head)) return false
    this.begin()
    return this.bodies === 0
  }

  private begin(): void {
    this.brackets = 0
    this.head = ''
    this.isHead = true
    this.previous = undefined
  }

  private readHead(word: string): void {
    // Inside a body every statement ends with a semicolon, so an `end` where one would begin closes the body: the
    // `end` of a `case` or of a column label can't be there.
    if (this.bodies > 0 && word === 'end') this.bodies--
    this.head += `${word} `
    this.isHead = UNFINISHED_HEADS.has(this.head)
  }

  private readBody(word: string): void {
    const isBegin = this.previous === 'begin' && word === 'atomic'
    if (isBegin && this.brackets === 0 && HAS_BODY.test(this.head)) {
      this.bodies++
      this.begin()
    } else this.previous = word
  }
}
