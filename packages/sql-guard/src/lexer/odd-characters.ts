/**
 * Characters that look like others or can't be seen, where PostgreSQL reads them as letters: outside of strings, quoted
 * names and comments. They come with texts from documents, pages and chats.
 *
 * @rule sql.odd-characters  @spec §5
 */
import { tokensFrom } from './scan.js'

/** What it is, in the classes that a person tells apart. */
export type OddKind =
  | 'space'
  | 'line-break'
  | 'invisible'
  | 'direction'
  | 'single-quote'
  | 'double-quote'
  | 'dash'
  | 'long-dash'
  | 'sign'
  | 'full-width'

/** One of them, and what to write instead; '' where it has to go. Offsets are UTF-16. */
export interface OddCharacter {
  start: number
  end: number
  kind: OddKind
  instead: string
}

const ODD = new Map<string, { kind: OddKind; instead: string }>()
mark(
  'space',
  ' ',
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
)
mark('line-break', '\n', '\u0085\u2028\u2029')
mark('invisible', '', '\u00ad\u034f\u180e\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufe0e\ufe0f\ufeff')
mark('direction', '', '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
mark('single-quote', "'", '\u00b4\u02b9\u02bc\u2018\u2019\u201a\u201b\u2032\uff07')
mark('double-quote', '"', '\u201c\u201d\u201e\u201f\u2033\uff02')
mark('dash', '-', '\u2010\u2011\u2012\u2013\u2212\ufe58\ufe63\uff0d')
// Programs that correct while one types make it out of the two signs that begin a comment.
mark('long-dash', '--', '\u2014\u2015')
mark('sign', ';', '\u037e')
mark('sign', ',', '\u3001')
mark('sign', '*', '\u2217')
mark('sign', '/', '\u2044\u2215')
mark('sign', '<=', '\u2264')
mark('sign', '>=', '\u2265')
mark('sign', '<>', '\u2260')
for (let code = 0x21; code <= 0x7e; code++) {
  const wide = String.fromCharCode(code + 0xfee0)
  if (!ODD.has(wide)) mark('full-width', String.fromCharCode(code), wide)
}

const CLASS = `[${[...ODD.keys()].join('')}]`
const ANY = new RegExp(CLASS)
const EACH = new RegExp(CLASS, 'g')
const OWN_LETTER = /(?!\p{ASCII})[\p{L}\p{M}]/u
/** They join and part letters of some scripts. */
const JOINERS: ReadonlySet<string> = new Set(['\u200c', '\u200d'])
const LETTER = /[\p{L}\p{M}]/u

/** All of them, in order. A text without any costs one look. */
export function oddCharactersIn(sql: string): OddCharacter[] {
  return ANY.test(sql) ? Array.from(oddCharacters(sql)) : []
}

/** The text with each of them replaced. */
export function withoutOddCharacters(sql: string): string {
  let text = ''
  let at = 0
  for (const { start, end, instead } of oddCharactersIn(sql)) {
    text += sql.slice(at, start) + instead
    at = end
  }
  return text + sql.slice(at)
}

function* oddCharacters(sql: string): Generator<OddCharacter, void> {
  for (let offset: number | undefined = 0; offset !== undefined;) offset = yield* untilQuote(sql, offset)
}

/** Up to a quote that ends in another token, which nobody reads. @returns where to go on */
function* untilQuote(sql: string, offset: number): Generator<OddCharacter, number | undefined> {
  for (const { kind, start, end } of tokensFrom(sql, offset)) {
    if (kind !== 'word' || !ANY.test(sql.slice(start, end))) continue
    const isName = hasOwnLetters(sql.slice(start, end))
    for (let at = start; at < end; at++) {
      const odd = oddAt(sql, at, isName)
      if (!odd) continue
      yield odd
      if (odd.kind !== 'single-quote' && odd.kind !== 'double-quote') continue
      const closing = closingOf(sql, odd)
      if (closing === undefined) continue
      const last = oddAt(sql, closing, isName)
      if (last) yield last
      if (closing >= end) return closing + 1
      at = closing
    }
  }
  return undefined
}

/** @param isName it is part of a word with letters of another script: there a wide letter is a letter */
function oddAt(sql: string, at: number, isName: boolean): OddCharacter | undefined {
  const character = sql.charAt(at)
  const odd = ODD.get(character)
  if (!odd) return undefined
  if (JOINERS.has(character) && isAmongLetters(sql, at)) return undefined
  if (isName && odd.kind === 'full-width' && /\w/.test(odd.instead)) return undefined
  return { start: at, end: at + 1, ...odd }
}

function isAmongLetters(sql: string, at: number): boolean {
  return [sql.charAt(at - 1), sql.charAt(at + 1)].every((beside) => beside > '\u007f' && LETTER.test(beside))
}

/** Letters beyond ASCII that are not odd themselves. */
function hasOwnLetters(word: string): boolean {
  return OWN_LETTER.test(word.replace(EACH, ''))
}

/** The next quote of the same kind, odd or not, in the same line. */
function closingOf(sql: string, { end, kind, instead }: OddCharacter): number | undefined {
  for (let at = end; at < sql.length; at++) {
    const character = sql.charAt(at)
    if (character === '\n' || character === '\r') return undefined
    if (character === instead || ODD.get(character)?.kind === kind) return at
  }
  return undefined
}

function mark(kind: OddKind, instead: string, characters: string): void {
  for (const character of characters) ODD.set(character, { kind, instead })
}
