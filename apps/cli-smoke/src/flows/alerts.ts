/** The journey of an alert: made on a figure and on a query, refused where the query gives no number, tried, deleted. */
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { isReady, waitFor } from '../wait-for.js'

export async function alertsFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('logDrains', { ref })
  const part = screen.alerts
  const end = part.$mayChange.listen(() => undefined)
  await waitFor(part.alerts.$rows, 'the alerts', isReady)
  await waitFor(part.$mayChange, 'the rights', (state): state is typeof state => !state.disabled)
  part.add()
  part.form.set('name', 'Busy')
  part.form.set('kind', 'figure')
  part.form.set('figure', 'cpu')
  part.form.set('limit', '99.5')
  assert.deepEqual(await part.form.submit(), { type: 'done' })
  part.add()
  part.form.set('name', 'Lines')
  part.form.set('kind', 'sql')
  part.form.set('sql', 'select 1 as one, 2 as two')
  assert.equal((await part.form.submit()).type, 'failed')
  part.form.set('sql', 'select count(*) from logs')
  assert.deepEqual(await part.form.submit(), { type: 'done' })
  const both = await waitFor(
    part.alerts.$rows,
    'two alerts',
    (state): state is typeof state & { status: 'ready' } => isReady(state) && state.data.length === 2,
  )
  assert.deepEqual(
    both.data.map(({ condition }) => condition),
    ['Above 99.5% in the last 5 minutes', 'Above 10 in the last 5 minutes'],
  )
  say('alerts on a figure and on a query over the logs')
  for (const row of both.data) {
    part.deletion.ask(row.alert)
    await part.deletion.confirm()
  }
  await waitFor(
    part.alerts.$rows,
    'no alert',
    (state): state is typeof state => isReady(state) && state.data.length === 0,
  )
  end()
}
