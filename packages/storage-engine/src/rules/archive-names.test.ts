import { expect, test } from 'vitest'
import { createArchiveNames, safePart } from './archive-names.js'

test.each([
  ['a.txt', 'a.txt'],
  ['.hidden', '.hidden'],
  ['...a', '...a'],
  [' a', ' a'],
  ['日本 😀.png', '日本 😀.png'],
  ['e\u0301', 'e\u0301'],
  ['a\\b', 'a_b'],
  ['..\\..\\evil.exe', '.._.._evil.exe'],
  ['C:\\x', 'C__x'],
  ['C:', 'C_'],
  ['a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h'],
  ['a\nb\tc\0d\u007fe\u0085f', 'a_b_c_d_e_f'],
  ['photo\u202egnp.exe', 'photo_gnp.exe'],
  ['half \ud83d', 'half _'],
  ['', '_'],
  ['.', '_'],
  ['..', '__'],
  ['...', '___'],
  ['a.', 'a_'],
  ['a. .', 'a___'],
  ['a ', 'a_'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['nul.tar.gz', '_nul.tar.gz'],
  ['NUL .txt', '_NUL .txt'],
  ['aux.', 'aux_'],
  ['PRN', '_PRN'],
  ['COM1', '_COM1'],
  ['com¹.log', '_com¹.log'],
  ['LPT9.x', '_LPT9.x'],
  ['CONIN$', '_CONIN$'],
  ['console', 'console'],
  ['com', 'com'],
  ['com10', 'com10'],
  ['lpt.txt', 'lpt.txt'],
])('%j is %j in an archive', (part, safe) => {
  expect(safePart(part)).toBe(safe)
})

test.each<[paths: string[], names: string[]]>([
  [['a/b.txt'], ['a/b.txt']],
  [['/a'], ['a']],
  [['//a///b'], ['a/b']],
  [['/'], ['_']],
  [[''], ['_']],
  [['../../etc/passwd'], ['__/__/etc/passwd']],
  [['a/../b'], ['a/__/b']],
  [
    ['a.txt', 'A.txt', 'a.TXT'],
    ['a.txt', 'A (1).txt', 'a (2).TXT'],
  ],
  [
    ['a?', 'a*', 'a_'],
    ['a_', 'a_ (1)', 'a_ (2)'],
  ],
  [
    ['caf\u00e9', 'cafe\u0301'],
    ['caf\u00e9', 'cafe\u0301 (1)'],
  ],
  [
    ['a (1).txt', 'a.txt', 'A.txt'],
    ['a (1).txt', 'a.txt', 'A (2).txt'],
  ],
  [
    ['Docs/a', 'docs/a', 'Docs/b', 'docs/b'],
    ['Docs/a', 'docs (1)/a', 'Docs/b', 'docs (1)/b'],
  ],
  [
    ['a', 'A/b', 'A/c'],
    ['a', 'A (1)/b', 'A (1)/c'],
  ],
  [
    ['con/x', 'con/y', '_con/x'],
    ['_con/x', '_con/y', '_con (1)/x'],
  ],
  [
    ['a\\b', 'a_b', 'a/b'],
    ['a_b', 'a_b (1)', 'a/b'],
  ],
  [
    ['.a', '.A'],
    ['.a', '.A (1)'],
  ],
])('%j become %j', (paths, names) => {
  const nameOf = createArchiveNames()
  expect(paths.map((path) => nameOf(path))).toEqual(
    names.map((name, index) => ({ name, isChanged: name !== paths[index] })),
  )
})

test('a name that many files would have is found without looking at all of them', () => {
  const nameOf = createArchiveNames()
  const names = Array.from({ length: 20_000 }, () => nameOf('a?').name)
  expect(new Set(names).size).toBe(20_000)
})
