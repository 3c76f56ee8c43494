import { expect, test } from 'vitest'
import type { ChannelKind } from './channel-frames.js'
import { keptAfter, messageRate, MESSAGES_KEPT, shownMessages, type KeptMessage } from './message-list.js'

const message = (id: number, more: Partial<KeptMessage> = {}): KeptMessage => ({
  id,
  at: id * 1000,
  kind: 'broadcast',
  event: 'hi',
  payload: {},
  line: '{}',
  isRefusal: false,
  ...more,
})
const LIST = [
  message(1, { line: '{"to":"Ada"}' }),
  message(2, { kind: 'system', event: 'policies' }),
  message(3, { event: 'bye', line: '{"to":"ada"}' }),
]

test.each<[ChannelKind | null, string, number[]]>([
  [null, '', [3, 2, 1]],
  ['system', '', [2]],
  [null, 'ADA', [3, 1]],
  [null, ' to  bye ', [3]],
  ['changes', '', []],
  ['broadcast', 'policies', []],
])('of kind %j with words %j are shown %j', (kind, words, ids) => {
  expect(shownMessages(LIST, { kind, words }).map(({ id }) => id)).toEqual(ids)
})

test('the newest are kept', () => {
  const many = Array.from({ length: MESSAGES_KEPT }, (_, n) => message(n))
  const kept = keptAfter(many, [message(MESSAGES_KEPT), message(MESSAGES_KEPT + 1)])
  expect(kept).toHaveLength(MESSAGES_KEPT)
  expect(kept[0]?.id).toBe(2)
  expect(kept.at(-1)?.id).toBe(MESSAGES_KEPT + 1)
})

test('the rate is that of the last ten seconds', () => {
  const kept = [1, 2, 11, 12, 13].map((id) => message(id))
  expect(messageRate(kept, 13_000)).toBe(0.3)
  expect(messageRate(kept, 12_000)).toBe(0.3)
  expect(messageRate([], 5)).toBe(0)
})
