import { expect, test } from 'vitest'
import { compared, examplesOf } from './readme-examples.mjs'

test('examples are the blocks of TypeScript', () => {
  const markdown = 'text\n\n```ts\nfirst()\n```\n\n```sh\nnpm start\n```\n\n```ts\nsecond()\n```\n'
  expect(examplesOf(markdown)).toEqual(['first()\n', 'second()\n'])
})

test('a value behind a line is compared, words behind it are not part of it', () => {
  expect(compared(`sum(1, 2) // 3\nrows // [['1']] – as text`)).toContain(
    `assert.deepEqual(sum(1, 2), 3)\nassert.deepEqual(rows, [['1']])`,
  )
})

test.each([
  `run() // this takes a while`,
  `const a = 1 // 1`,
  `import { a } from 'a' // 'a'`,
  `// 'a comment' // 1`,
])('%s is left as it is', (line) => {
  expect(compared(line)).not.toContain('assert.deepEqual')
})
