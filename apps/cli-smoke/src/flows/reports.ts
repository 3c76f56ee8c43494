/** The journey of a report: made from the list, a chart in it that runs, saved by itself, listed, deleted. */
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { isReady, waitFor } from '../wait-for.js'

const when =
  <Value>(is: (value: Value) => boolean) =>
  (value: Value): value is Value =>
    is(value)

export async function reportsFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { own } = (await deck.open('reports', { ref })).screen
  own.create()
  const { id, screen } = await waitForReport(deck)
  await waitFor(
    screen.$placeholder,
    'the report',
    when(({ type }) => type === 'shown'),
  )
  screen.add('chart')
  const block = screen.$blocks.get()[0]?.block.id ?? ''
  screen.typeTitle(block, 'Counted')
  screen.typeSql(block, 'select 1 as at, 9007199254740993 as exact union all select 2, 18014398509481986')
  await waitFor(
    screen.gate.$gate,
    'the database',
    when(({ status }) => status === 'open'),
  )
  screen.run(block)
  const [drawn] = await waitFor(
    screen.$blocks,
    'the chart',
    when(([first]) => first?.chart !== null),
  )
  assert.deepEqual(drawn?.chart?.chart?.series[0]?.texts, ['9007199254740993', '18014398509481986'])
  say('a chart in a report, to the last digit')

  screen.typeSql(block, 'delete from counted')
  screen.run(block)
  await waitFor(
    screen.$blocks,
    'the refusal',
    when(([first]) => first?.run.status === 'failed' && first.run.isRefused),
  )
  say('a block that would write is not sent')

  await waitFor(
    screen.$saving,
    'the report to be saved',
    when(({ kind }) => kind === 'saved'),
  )
  const { own: list } = (await deck.open('reports', { ref })).screen
  const isListed = (reports: readonly { id: string }[]) => reports.some((one) => one.id === id)
  await waitFor(
    list.$list,
    'the report in the list',
    when((state) => isReady(state) && isListed(state.data)),
  )
  list
    .actionsOf(id)
    .find((action) => action.id === 'delete')
    ?.run()
  await waitFor(
    list.$list,
    'the report to be gone',
    when((state) => isReady(state) && !isListed(state.data)),
  )
  say('a report that saved itself, listed and deleted')
}

async function waitForReport(deck: Deck) {
  await waitFor(
    deck.$screen,
    'the page of the report',
    when(({ name }) => name === 'ownReport'),
  )
  const open = deck.$screen.get()
  assert(open.name === 'ownReport')
  const id = deck.router.$route.get().match?.params['id'] ?? ''
  return { id, screen: open.screen }
}
