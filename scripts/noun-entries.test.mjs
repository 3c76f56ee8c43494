import { expect, test } from 'vitest'
import { nounProblems } from './noun-entries.mjs'

const whole = {
  nouns: ['pages', 'odd'],
  exports: {
    './rules/pages': { '@basedeck/source': './src/rules/nouns/pages.ts' },
    './rules/odd': { '@basedeck/source': './src/rules/nouns/odd.ts' },
  },
  index: `export * from './nouns/pages.js'\nexport * from './nouns/odd.js'\n`,
  readme: '`pages`, `odd`',
}

test('nouns with an entry point, an export and a place in the README are taken', () => {
  expect(nounProblems(whole)).toEqual([])
})

test.each([
  ['an entry point', { exports: { './rules/pages': whole.exports['./rules/pages'] } }],
  [
    'an entry point of its own file',
    { exports: { ...whole.exports, './rules/odd': whole.exports['./rules/pages'] } },
  ],
  ['an export', { index: `export * from './nouns/pages.js'\n` }],
  ['a place in the README', { readme: '`pages`' }],
])('a noun without %s is refused by its name', (_, change) => {
  expect(nounProblems({ ...whole, ...change })).toEqual([expect.stringContaining('odd')])
})
