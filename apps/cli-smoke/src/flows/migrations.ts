/** Migrations without a view: what was changed beside the history is found, recorded, and taken out of it again. */
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

export async function migrationsFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('migrations', { ref })
  await waitFor(screen.$mayChange, 'the right', (may): may is typeof may => !may.disabled)
  const rows = () =>
    waitFor(
      screen.$rows,
      'the history',
      (list): list is typeof list & { status: 'ready' } => list.status === 'ready' && !list.refreshing,
    )
  const before = (await rows()).data.length

  await screen.drift.check()
  const found = screen.drift.$state.get()
  assert.equal(found.status, 'done', JSON.stringify(found))
  const changes = found.status === 'done' ? found.drift.changes.length : 0
  say(`drift: ${changes} changes are in none of ${before} migrations`)

  screen.create()
  const panel = screen.$panel.get()
  assert.ok(panel)
  panel.form.set('name', 'made by a script')
  panel.form.set('sql', 'select 1;')
  assert.equal((await panel.form.submit()).type, 'done', JSON.stringify(panel.form.$state.get()))
  panel.close()
  const made = await waitFor(
    screen.$rows,
    'the migration',
    (list): list is typeof list & { status: 'ready' } =>
      list.status === 'ready' && list.data.length === before + 1,
  )
  const version = made.data[0]?.version ?? ''
  say(`migration ${version} ran, and is in the history`)
  screen.reverting.ask(version)
  await screen.reverting.confirm()
  assert.equal(screen.reverting.$state.get().status, 'closed')
  say('it is out of the history again')
}
