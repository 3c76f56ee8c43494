import { expect, test } from 'vitest'
import { judge } from './judge.js'
import { loadGrammar } from './parser.js'

test('without its parser a text is not judged; once the parser is found, it is', async () => {
  await expect(loadGrammar({ wasmUrl: '/nowhere/libpg-query.wasm' })).rejects.toThrow(/wasm/)
  expect(await judge('select 1')).toEqual({ type: 'cannot-judge', reason: 'unavailable' })
  await loadGrammar()
  expect((await judge('select 1')).type).toBe('judged')
})
