import { expect, test } from 'vitest'
import { judge } from './judge.js'

async function whereOf(condition: string): Promise<string | undefined> {
  const judgement = await judge(`delete from t where ${condition}`)
  return judgement.type === 'judged' ? judgement.statements[0]?.where : judgement.type
}

test.each([
  'true',
  "'t'",
  "'yes'::bool",
  'not false',
  'true and 1 = 1',
  'a or true',
  'not (a and false)',
  'not not true',
  'not (false or 1 = 2)',
  '1 = 1',
  '0 = 0',
  "'x' = 'x'",
  'a = a',
  't.a = t.a',
  'a >= a',
  '1 <> 2',
  '1 < 2',
  '3 > 2',
  '1 <= 2',
  '2 >= 2',
  '1 is not null',
  'null is null',
  'true is true',
])('%s leaves no row out', async (condition) => {
  expect(await whereOf(condition)).toBe('tautology')
})

test.each([
  'false',
  "'f'",
  "'maybe'",
  'null',
  'a',
  'not a',
  'not true',
  'a and true',
  'false or a',
  'a = b',
  'a = 1',
  '1 = 2',
  '1 <> 1',
  '2 < 1',
  'a <> a',
  'a is not null',
  'a is null',
  '1 is null',
  'null = null',
  'true is false',
  'f(1) = f(1)',
  '1 + 1 = 2',
  "'a' <> 'b'",
  'a in (1)',
  'a like a',
  '1 # 1',
  'exists (select 1)',
  'current of c',
])('%s may leave rows out', async (condition) => {
  expect(await whereOf(condition)).toBe('some')
})
