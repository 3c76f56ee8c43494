/** Statements and sessions of a database without a view: what is counted, what runs, and an object's form. */
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

export async function performanceFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('queryPerformance', { ref })
  const state = await waitFor(
    screen.$state,
    'the statistics',
    (now): now is typeof now => now.status !== 'loading',
  )
  if (state.status === 'installable') {
    await waitFor(screen.$mayChange, 'the right', (may): may is typeof may => !may.disabled)
    await screen.install()
    await waitFor(screen.$state, 'the statistics', (now): now is typeof now => now.status === 'ready')
  }
  if (screen.$state.get().status === 'ready') {
    const list = await waitFor(screen.list.$view, 'the statements', (view): view is typeof view =>
      ['ready', 'empty'].includes(view.status),
    )
    say(`statements are counted: ${list.status === 'ready' ? list.rows.length : 'none yet'}`)
  } else {
    assert.equal(state.status, 'closed', JSON.stringify(state))
    say('statements are not counted here, and the page says why')
  }

  const { screen: activity } = await deck.open('activity', { ref })
  activity.showIdle(true)
  const rows = await waitFor(
    activity.$rows,
    'the sessions',
    (now): now is typeof now & { status: 'ready' } => now.status === 'ready',
  )
  say(`sessions are listed: ${rows.data.length}`)
}
