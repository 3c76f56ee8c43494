/** Refusals before anything is sent to the database. Refusals of the database itself are in the engines' contract. */
import { expect, test } from 'vitest'
import type { Conversation } from './conversation.js'
import { runReadOnly } from './read-only-run.js'

const sent: string[] = []
const conversation = {
  send: async () => void sent.push('something'),
} as unknown as Conversation

const LONG = 25_000

test.each([
  ['behind a comment', `/**/ copy (select 1) to program 'cat'`],
  ['in a text that is too deep for the grammar', `/**/ copy (select 1${'+1'.repeat(LONG)}) to program 'cat'`],
  ['with operators that cost the grammar seconds', `copy (select 1 ${'+-'.repeat(LONG)}1) to program 'cat'`],
  ['behind thousands of comments', `${'/**/'.repeat(LONG)} copy (select 1) to '/tmp/stolen'`],
])('COPY to a file or a program is refused %s', async (_, text) => {
  await expect(runReadOnly(conversation, text, [])).rejects.toMatchObject({ report: { code: '42501' } })
  expect(sent).toEqual([])
})
