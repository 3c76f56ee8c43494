/** The lexer looks at no character more than a fixed number of times, whatever the text: counted, not timed. */
import { expect, test } from 'vitest'
import { scan } from '../src/lexer/scan.js'

/** How often a character of the text is looked at while it is scanned. */
function looks(text: string): number {
  let count = 0
  const charged: Partial<Record<string, (...args: never[]) => unknown>> = {
    charCodeAt: (at: number) => (count++, text.charCodeAt(at)),
    charAt: (at: number) => (count++, text.charAt(at)),
    slice: (start: number, end: number) => {
      const part = text.slice(start, end)
      count += part.length
      return part
    },
    indexOf: (wanted: string, from: number) => {
      const at = text.indexOf(wanted, from)
      count += (at < 0 ? text.length : at) - Math.min(from, text.length) + wanted.length
      return at
    },
  }
  const watched = new Proxy(Object(text) as object, {
    get(_, property) {
      if (property === 'length') return text.length
      if (property === Symbol.toPrimitive) return () => text
      const method = charged[String(property)]
      if (method) return method
      count++
      return text[Number(property)]
    },
  })
  // The lexer only reads characters, so a text that counts reads is enough.
  scan(watched as unknown as string)
  return count
}

const SIZE = 20_000

const PATTERNS = [
  ...`' " $ $$ /* /**/ */ ( ) ; a; . .. 1. 1.. 1e 1e+ 0x 1_ $1 a a$ é 😀 \0 \\ : :: U&' u&" '"$$/*--`.split(
    ' ',
  ),
  ...'+ +- =+ @- <=+- -/ +*/'.split(' '),
  ' ',
  '\n',
  '--\n',
  'a ',
  '$a ',
  '$a$ $b$ ',
  "e'\\' ",
  "e''\n",
  "'a'--\n",
  'create function begin atomic end;',
]

test.each(PATTERNS)('a text of only %j', (pattern) => {
  const text = pattern.repeat(Math.ceil(SIZE / pattern.length)).slice(0, SIZE)
  expect(looks(text)).toBeLessThan(12 * SIZE)
  expect(looks(`select ${text}`)).toBeLessThan(12 * SIZE)
})

test('the count detects non-linear work', () => {
  expect(looks('a'.repeat(10))).toBeGreaterThanOrEqual(10)
})
