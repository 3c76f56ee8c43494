import { expect, test, vi } from 'vitest'

// A parser that was never loaded, and that other tests do not share.
vi.resetModules()
const { judge } = await import('./judge.js')
const { loadGrammar } = await import('./parser.js')

test('without its parser a text is not judged; once the parser is found, it is', async () => {
  await expect(loadGrammar({ wasmUrl: '/nowhere/libpg-query.wasm' })).rejects.toThrow(/wasm/)
  expect(await judge('select 1')).toEqual({ type: 'cannot-judge', reason: 'unavailable' })
  await loadGrammar()
  expect((await judge('select 1')).type).toBe('judged')
})

test('a text that breaks the parser does not affect waiting texts', async () => {
  const deep = `select ${'1+'.repeat(20_000)}1`
  const judgements = await Promise.all([deep, 'select 1', deep, 'drop table t', 'select 2'].map(judge))
  expect(judgements.map(({ type }) => type)).toEqual([
    'cannot-judge',
    'judged',
    'cannot-judge',
    'judged',
    'judged',
  ])
})
