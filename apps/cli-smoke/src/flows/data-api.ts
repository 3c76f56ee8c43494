/** The data API without a view: its settings are changed, it is turned off and on after a look, and its calls are read. */
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { isReady, waitFor } from '../wait-for.js'

export async function dataApiFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('dataApi', { ref })
  const { edit, opening } = screen
  const before = await waitFor(
    edit.form.$values,
    'the settings',
    (values): values is typeof values => values.max_rows !== '',
  )
  await waitFor(screen.$mayChange, 'the right', (may): may is typeof may => !may.disabled)
  const stop = opening.$mayTurnOn.subscribe(() => undefined)
  for (const max_rows of ['500', before.max_rows]) {
    edit.form.set('max_rows', max_rows)
    assert.equal((await edit.form.submit()).type, 'done', JSON.stringify(edit.form.$state.get()))
  }
  say('the settings of the data API are changed, and changed back')

  const $isOn = screen.$view
  const first = await waitFor($isOn, 'the data API', isReady)
  if (first.data.isOn) {
    opening.askToTurnOff()
    await opening.turningOff.confirm()
  }
  const listens = opening.$rows.subscribe(() => undefined)
  opening.look()
  const rows = await waitFor(
    opening.$rows,
    'what would open',
    (list): list is NonNullable<typeof list> & { status: 'ready' } => list !== null && isReady(list),
  )
  opening.askToTurnOn()
  await opening.turningOn.confirm()
  const now = await waitFor($isOn, 'the data API', isReady)
  assert.equal(now.data.isOn, true)
  say(`the data API is on, and opens ${rows.data.length} tables, views and functions`)
  listens()
  stop()

  const { screen: docs } = await deck.open('projectApi', { ref })
  const list = await waitFor(docs.$list, 'the documentation', (shown): shown is typeof shown =>
    ['ready', 'empty'].includes(shown.status),
  )
  say(`calls of the tables: ${list.status === 'ready' ? list.groups.length : 'no'} groups`)
}
