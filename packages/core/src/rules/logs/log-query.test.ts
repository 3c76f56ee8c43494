import type { LogTerm } from '@basedeck/platform-client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenValues, MOST_TERMS, readLogQuery, withToggled, withValue, writeLogQuery } from './log-query.js'

const term = (field: string | null, op: LogTerm['op'], values: string[], not = false): LogTerm => ({
  field,
  op,
  values,
  not,
})

test.each<[string, LogTerm[]]>([
  ['', []],
  ['  ', []],
  ['timeout', [term(null, 'has', ['timeout'])]],
  ['two words', [term(null, 'has', ['two']), term(null, 'has', ['words'])]],
  ['"two words"', [term(null, 'has', ['two words'])]],
  ['-noise', [term(null, 'has', ['noise'], true)]],
  ['-', [term(null, 'has', ['-'])]],
  ['level:error', [term('level', 'is', ['error'])]],
  ['-level:error', [term('level', 'is', ['error'], true)]],
  ['level:error,warn', [term('level', 'is', ['error', 'warn'])]],
  ['status:>=500', [term('status', 'ge', ['500'])]],
  ['status:>500', [term('status', 'gt', ['500'])]],
  ['ms:<=1.5', [term('ms', 'le', ['1.5'])]],
  ['ms:<2', [term('ms', 'lt', ['2'])]],
  ['route:~rest', [term('route', 'has', ['rest'])]],
  ['code:*', [term('code', 'any', [])]],
  ['-code:*', [term('code', 'any', [], true)]],
  ['code:"*"', [term('code', 'is', ['*'])]],
  ['request:abc', [term('request_id', 'is', ['abc'])]],
  ['route:"a b","c,d"', [term('route', 'is', ['a b', 'c,d'])]],
  [String.raw`"a \"b\" \\"`, [term(null, 'has', [String.raw`a "b" \\`.replace('\\\\', '\\')])]],
  ['level:', []],
  ['https://example.com/x', [term(null, 'has', ['https://example.com/x'])]],
  ['12:04', [term(null, 'has', ['12:04'])]],
])('%s', (text, terms) => {
  expect(readLogQuery(text)).toEqual({ terms, problems: [] })
})

test.each([
  ['status:>many', 'no-number', 0],
  ['status:>"1', 'open-quote', 1],
  ['"not closed', 'open-quote', 1],
])('%s has a problem', (text, reason, count) => {
  const { terms, problems } = readLogQuery(text)
  expect([terms.length, problems]).toEqual([count, [{ reason, text }]])
})

test('conditions have a limit, and the others are told', () => {
  const read = readLogQuery(Array.from({ length: MOST_TERMS + 1 }, (_, at) => `w${at}`).join(' '))
  expect(read.terms).toHaveLength(MOST_TERMS)
  expect(read.problems).toEqual([{ reason: 'too-many', text: `w${MOST_TERMS}` }])
  expect(readLogQuery(`a:${'x,'.repeat(50)}x`).problems).toMatchObject([{ reason: 'too-many' }])
})

const field = fc
  .stringMatching(/^[A-Za-z_][\w.@/-]{0,20}$/)
  .filter((name) => name !== 'request' && name !== 'text')
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)
const anyTerm: fc.Arbitrary<LogTerm> = fc.oneof(
  fc
    .tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.boolean())
    .map(([word, not]) => term(null, 'has', [word], not)),
  fc
    .tuple(
      field,
      fc.constantFrom('is' as const, 'has' as const),
      fc.array(fc.string(), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
    )
    .map(([name, op, values, not]) => term(name, op, values, not)),
  fc
    .tuple(
      field,
      fc.constantFrom('gt' as const, 'ge' as const, 'lt' as const, 'le' as const),
      number,
      fc.boolean(),
    )
    .map(([name, op, value, not]) => term(name, op, [value], not)),
  fc.tuple(field, fc.boolean()).map(([name, not]) => term(name, 'any', [], not)),
)

test('what is written reads as the same conditions', () => {
  fc.assert(
    fc.property(fc.array(anyTerm, { maxLength: 6 }), (terms) => {
      expect(readLogQuery(writeLogQuery(terms))).toEqual({ terms, problems: [] })
    }),
    { numRuns: 2000 },
  )
})

test('any text is read, and what was read is written and read alike', () => {
  const pieces = fc.array(
    fc.constantFrom('-', '"', ':', ',', '\\', ' ', '>', '=', '*', '~', 'a', 'status', '5', '//'),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((all) => all.join('')),
      ),
      (text) => {
        const { terms } = readLogQuery(text)
        expect(readLogQuery(writeLogQuery(terms)).terms).toEqual(terms)
      },
    ),
    { numRuns: 5000 },
  )
})

test.each([
  ['', 'error', false, 'level:error'],
  ['x', 'error', true, 'x -level:error'],
  ['-level:error', 'error', false, 'level:error'],
  ['level:error', 'error', true, '-level:error'],
  ['level:warn', 'error', false, 'level:error'],
  ['-level:warn', 'error', true, '-level:warn -level:error'],
  ['', '', false, '-level:*'],
  ['', '', true, 'level:*'],
])('%s with the value %s, left out: %s, is %s', (text, value, not, expected) => {
  expect(withValue(text, { field: 'level', value, not })).toBe(expected)
})

test.each([
  ['x', 'error', 'x level:error'],
  ['level:error x', 'warn', 'x level:error,warn'],
  ['level:error,warn', 'error', 'level:warn'],
  ['level:error', 'error', ''],
])('%s toggled by %s is %s', (text, value, expected) => {
  expect(withToggled(text, 'level', value)).toBe(expected)
})

test('the values of a field are those that may be', () => {
  expect(chosenValues('level:error,warn -level:info', 'level')).toEqual(['error', 'warn'])
  expect(chosenValues('-level:info', 'level')).toEqual([])
})

test('a level that no line has is told, and not while it is typed', () => {
  const problems = (text: string) => readLogQuery(text).problems
  expect(problems('level:eror')).toEqual([{ reason: 'no-level', text: 'level:eror' }])
  expect(readLogQuery('level:eror').terms).toHaveLength(1)
  expect(problems('level:err')).toEqual([])
  expect(problems('level:error,warn -level:debug level:~eror')).toEqual([])
})
