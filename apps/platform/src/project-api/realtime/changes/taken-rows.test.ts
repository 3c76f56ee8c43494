import { expect, test } from 'vitest'
import type { OutputMessage } from './pgoutput.js'
import { createTakenRows } from './taken-rows.js'

const begin = (place: number): OutputMessage => ({
  type: 'begin',
  place: BigInt(place),
  committedAt: new Date(0),
  transaction: 1,
})
const row = (id: number): OutputMessage => ({ type: 'insert', oid: 1, record: [String(id)] })
const commit: OutputMessage = { type: 'commit', endsAt: 9n }
const relation: OutputMessage = {
  type: 'relation',
  relation: { oid: 1, schema: 's', table: 't', columns: [] },
}

function taking() {
  const rows = createTakenRows()
  return {
    again: () => rows.again(),
    take(messages: OutputMessage[], isTaken = true): (string | null | undefined)[] {
      const { messages: left, taken } = rows.left(messages)
      if (isTaken) taken()
      return left.flatMap((message) => (message.type === 'insert' ? message.record : []))
    },
  }
}

test('rows of a transaction that comes again are taken once', () => {
  const { take, again } = taking()
  expect(take([begin(1), relation, row(1), row(2)])).toEqual(['1', '2'])
  again()
  expect(take([begin(1), relation, row(1)])).toEqual([])
  expect(take([row(2), row(3), commit])).toEqual(['3'])
  expect(take([begin(2), row(4), commit])).toEqual(['4'])
})

test('it may be lost again and again', () => {
  const { take, again } = taking()
  take([begin(1), row(1)])
  again()
  expect(take([begin(1), row(1), row(2)])).toEqual(['2'])
  again()
  // Nothing of it came before this loss.
  again()
  expect(take([begin(1), row(1), row(2), row(3), commit])).toEqual(['3'])
})

test('what could not be handed out is taken when it comes again', () => {
  const { take, again } = taking()
  take([begin(1), row(1)])
  take([row(2)], false)
  again()
  expect(take([begin(1), row(1), row(2), commit])).toEqual(['2'])
})

test('another transaction that comes first begins anew', () => {
  const { take, again } = taking()
  take([begin(1), row(1)])
  again()
  expect(take([begin(2), row(1), commit, begin(3), row(1), commit])).toEqual(['1', '1'])
})
