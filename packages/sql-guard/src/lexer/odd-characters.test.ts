import { expect, test } from 'vitest'
import { oddCharactersIn, withoutOddCharacters } from './odd-characters.js'

test.each([
  // Blanks that are none.
  ['select\u00a01', 'select 1', 'space'],
  ['select\u30001', 'select 1', 'space'],
  ['select\u202f1', 'select 1', 'space'],
  ['select 1\u2028from t', 'select 1\nfrom t', 'line-break'],
  // What can't be seen.
  ['\ufeffselect 1', 'select 1', 'invisible'],
  ['select 1 \ufeffselect', 'select 1 select', 'invisible'],
  ['sel\u200bect 1', 'select 1', 'invisible'],
  ['sel\u00adect 1', 'select 1', 'invisible'],
  ['\u202eselect 1', 'select 1', 'direction'],
  // Quotes.
  ['select ‘a’', "select 'a'", 'single-quote single-quote'],
  ['select ‘a b, c’ as x', "select 'a b, c' as x", 'single-quote single-quote'],
  ['select “Odd Name” from t', 'select "Odd Name" from t', 'double-quote double-quote'],
  ['select ‚a‘ || ’b’', "select 'a' || 'b'", 'single-quote single-quote single-quote single-quote'],
  ["select ‘a' || b", "select 'a' || b", 'single-quote'],
  ['select ´a´', "select 'a'", 'single-quote single-quote'],
  ['select ＇a＇', "select 'a'", 'single-quote single-quote'],
  // What quotes enclose stays.
  ['select ‘a\u00a0–b’', "select 'a\u00a0–b'", 'single-quote single-quote'],
  ['select ‘a; “b” -- c’, d\u00a0e', "select 'a; “b” -- c', d e", 'single-quote single-quote space'],
  // One that nothing closes in its line.
  ['select ‘a\n, b\u00a0c', "select 'a\n, b c", 'single-quote space'],
  // Dashes and signs.
  ['select 2 – 1', 'select 2 - 1', 'dash'],
  ['select 2 − 1', 'select 2 - 1', 'dash'],
  ['select 1 — one', 'select 1 -- one', 'long-dash'],
  ['select 1 ≤ 2', 'select 1 <= 2', 'sign'],
  ['select 1\u037e', 'select 1;', 'sign'],
  // Full width.
  [
    'ｓｅｌｅｃｔ　１',
    'select 1',
    'full-width full-width full-width full-width full-width full-width space full-width',
  ],
  ['select count（＊）；', 'select count(*);', 'full-width full-width full-width full-width'],
  ['select 名前，住所', 'select 名前,住所', 'full-width'],
])('%j reads %j', (sql, mended, kinds) => {
  expect(withoutOddCharacters(sql)).toBe(mended)
  expect(
    oddCharactersIn(sql)
      .map(({ kind }) => kind)
      .join(' '),
  ).toBe(kinds)
})

test.each([
  // Strings, quoted names and comments may hold anything.
  "select 'a\u00a0b – “c”'",
  "select e'\\'\u00a0', $$\u200b$$, $x$‘$x$, U&'\u00a0'",
  'select "a\u00a0b", U&"–"',
  '-- a – b\u00a0c\nselect 1',
  '/* ‘ */ select 1 -- ’',
  "select '\u00a0",
  // Letters of a name.
  'select größe, 名前, имя, é from t',
  'select ＡＢＣ名 from t',
  'select می\u200cخواهم from t',
  'select क्\u200dष from t',
  'select 😀',
  '',
])('%j is as it should be', (sql) => {
  expect(oddCharactersIn(sql)).toEqual([])
  expect(withoutOddCharacters(sql)).toBe(sql)
})

test('each has its place', () => {
  expect(oddCharactersIn('a\u00a0b\u200c c')).toEqual([
    { start: 1, end: 2, kind: 'space', instead: ' ' },
    { start: 3, end: 4, kind: 'invisible', instead: '' },
  ])
})

test('mended once is mended', () => {
  const all = '\u00a0\u200b‘a’“b”–—；'.repeat(3)
  const once = withoutOddCharacters(all)
  expect(withoutOddCharacters(once)).toBe(once)
})

test.each(['a\u00a0', '‘a’', '‘ ’', '“', '‘“', 'ａ', '名ａ', "'‘'", '\u200c', ' — ', '‘a;\n'])(
  'a long text of %j is read in linear time',
  (pattern) => {
    const text = pattern.repeat(Math.ceil(970_000 / pattern.length))
    expect(oddCharactersIn(`select 1;\n${text}`).length).toBe(oddCharactersIn(text).length)
  },
)
