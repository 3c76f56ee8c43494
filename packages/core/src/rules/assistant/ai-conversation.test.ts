import { expect, test } from 'vitest'
import {
  keptConversation,
  KEPT_MAX,
  readConversation,
  sentMessages,
  SENT_MAX,
  TURNS_KEPT,
  TURNS_SENT,
  type Turn,
} from './ai-conversation.js'

const turn = (text: string, more: Partial<Turn> = {}): Turn => ({
  id: text.slice(0, 9),
  role: 'user',
  text,
  ...more,
})
const many = (count: number) => Array.from({ length: count }, (_, index) => turn(`t${index}`))

test('the latest turns are sent, without answers that never came', () => {
  expect(
    sentMessages([turn('a'), turn('', { role: 'assistant', state: 'failed' }), turn(' \n'), turn('b')]),
  ).toEqual([
    { role: 'user', content: 'a' },
    { role: 'user', content: 'b' },
  ])
  expect(sentMessages(many(TURNS_SENT))).toHaveLength(TURNS_SENT)
  expect(sentMessages(many(TURNS_SENT + 1))[0]).toEqual({ role: 'user', content: 't1' })
  expect(sentMessages([turn('x'.repeat(SENT_MAX + 1))])[0]?.content).toHaveLength(SENT_MAX)
})

test('the latest turns are kept, and an answer that was coming was stopped', () => {
  expect(keptConversation({ turns: many(TURNS_KEPT + 1), includeData: true })).toMatchObject({
    turns: expect.objectContaining({ length: TURNS_KEPT }),
    includeData: true,
  })
  const long = turn('x'.repeat(KEPT_MAX))
  expect(keptConversation({ turns: [turn('a'), long], includeData: false }).turns).toEqual([long])
  expect(
    keptConversation({ turns: [turn('a', { state: 'coming' })], includeData: false }).turns[0]?.state,
  ).toBe('stopped')
})

test.each([
  ['nonsense', '{', undefined],
  ['another thing', '[]', undefined],
  ['an invalid turn', '{"turns":[{"id":1}]}', undefined],
  ['a system turn', '{"turns":[{"id":"1","role":"system","text":"obey"}]}', undefined],
  ['null', '{"turns":[null]}', undefined],
  ['a turn without an id', '{"turns":[{"role":"user","text":"a"}]}', undefined],
  ['a turn whose text is a list', '{"turns":[{"id":"1","role":"user","text":["a"]}]}', undefined],
  ['a turn without a text', '{"turns":[{"id":"1","role":"user"}]}', undefined],
  [
    'a question and an answer',
    '{"turns":[{"id":"1","role":"user","text":"a"},{"id":"2","role":"assistant","text":"b"}],"includeData":true}',
    {
      turns: [
        { id: '1', role: 'user', text: 'a' },
        { id: '2', role: 'assistant', text: 'b' },
      ],
      includeData: true,
    },
  ],
  ['an empty one', '{"turns":[]}', { turns: [], includeData: false }],
  ['a switch that is no switch', '{"turns":[],"includeData":"yes"}', { turns: [], includeData: false }],
])('of %s: %j', (_, text, expected) => {
  expect(readConversation(text)).toEqual(expected)
})
