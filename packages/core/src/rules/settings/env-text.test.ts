import { SECRET_MAX_BYTES, SECRETS_AT_ONCE } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { readEnvText } from './env-text.js'

const values = (text: string) =>
  Object.fromEntries(readEnvText(text).entries.map(({ name, value }) => [name, value]))

test.each<[string, string, Record<string, string>]>([
  ['nothing', '', {}],
  ['comments and blank lines', '# one\n\n   # two\n', {}],
  ['plain lines', 'A=1\nB = two words \n', { A: '1', B: 'two words' }],
  ['export', 'export A=1\n  export   B=2', { A: '1', B: '2' }],
  ['line ends of Windows, and a mark at the beginning', '\ufeffA=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['an equals sign in the value', 'URL=postgres://a?b=c&d=e', { URL: 'postgres://a?b=c&d=e' }],
  ['a comment behind a value', 'A=1 # one\nB=a#b', { A: '1', B: 'a#b' }],
  ['single quotes', `A='a # b \\n "c"' # said`, { A: 'a # b \\n "c"' }],
  ['double quotes', 'A="a\\n\\"b\\" \\\\ \\x" ', { A: 'a\n"b" \\ \\x' }],
  [
    'a key over several lines',
    'K="-----BEGIN\nabc=\n-----END"\nA=1',
    { K: '-----BEGIN\nabc=\n-----END', A: '1' },
  ],
])('%s', (_what, text, expected) => {
  expect(values(text)).toEqual(expected)
  expect(readEnvText(text).problems).toEqual([])
})

test('what can’t be read is told by its line, and the others are read', () => {
  const { entries, problems } = readEnvText(
    ['A=1', 'nonsense', '1B=2', 'C=', 'A=3', `D='x' y`, '=5', 'E=6'].join('\n'),
  )
  expect(entries).toEqual([
    { line: 1, name: 'A', value: '1' },
    { line: 8, name: 'E', value: '6' },
  ])
  expect(problems).toEqual([
    { line: 2, reason: 'no-equals' },
    { line: 3, reason: 'name', message: expect.stringContaining('does not begin with a digit') },
    { line: 4, reason: 'value', message: 'Enter a value' },
    { line: 5, reason: 'twice', name: 'A', first: 1 },
    { line: 6, reason: 'after-quote' },
    { line: 7, reason: 'name', message: 'Enter a name' },
  ])
})

test('a quote that is not closed ends the reading', () => {
  expect(readEnvText('A=1\nB="x\nC=3')).toEqual({
    entries: [{ line: 1, name: 'A', value: '1' }],
    problems: [{ line: 2, reason: 'unclosed' }],
  })
})

test('a value has at most 64 KB, and a text at most as many names as are saved at once', () => {
  expect(readEnvText(`A=${'x'.repeat(SECRET_MAX_BYTES)}`).entries).toHaveLength(1)
  expect(readEnvText(`A=${'x'.repeat(SECRET_MAX_BYTES + 1)}`).problems).toEqual([
    { line: 1, reason: 'value', message: 'A value has at most 64 KB' },
  ])
  const many = Array.from({ length: SECRETS_AT_ONCE + 1 }, (_, index) => `N${index}=1`).join('\n')
  const { entries, problems } = readEnvText(many)
  expect(entries).toHaveLength(SECRETS_AT_ONCE)
  expect(problems).toEqual([{ line: SECRETS_AT_ONCE + 1, reason: 'too-many' }])
})
