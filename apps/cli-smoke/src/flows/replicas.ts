/** Read replicas without a view: one is added, comes up, and is removed. */
import type { DatabaseEntry, Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

export async function replicasFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('infrastructure', { ref })
  const entries = async (
    what: string,
    isMeant: (all: DatabaseEntry[]) => boolean,
  ): Promise<DatabaseEntry[]> => {
    const list = await waitFor(
      screen.$entries,
      what,
      (all): all is typeof all & { status: 'ready' } => all.status === 'ready' && isMeant(all.data),
    )
    return list.data
  }
  await entries('the primary', (all) => all.length === 1)
  const unavailable = screen.$unavailable.get()
  if (unavailable !== null) return say(unavailable)
  await waitFor(screen.$mayChange, 'the right', (may): may is typeof may => !may.disabled)
  screen.openAdd()
  await screen.addForm.submit()
  const [, replica] = await entries('a healthy replica', ([, one]) => one?.badge === 'healthy')
  assert.ok(replica)
  say(`${replica.label} is healthy`)
  screen.removal.ask(replica)
  await screen.removal.confirm()
  await entries('the end of the replica', (all) => all.length === 1)
  say('the replica is removed')
}
