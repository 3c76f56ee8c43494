/** Backups without a view: one is made, proved by a restore into a throw-away database, and deleted. */
import type { BackupRow, Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

export async function backupsFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('scheduledBackups', { ref })
  await waitFor(screen.$create, 'the right', (may): may is typeof may => !may.disabled)
  await screen.create()
  const first = async (what: string, isMeant: (row: BackupRow) => boolean): Promise<BackupRow> => {
    const list = await waitFor(
      screen.$backups,
      what,
      (all): all is typeof all & { status: 'ready' } => all.status === 'ready' && all.data.some(isMeant),
    )
    const row = list.data.find(isMeant)
    assert.ok(row)
    return row
  }
  const backup = await first('a whole backup', ({ status }) => status === 'completed')
  say(`a backup of ${backup.size} is whole`)
  screen
    .actions(backup)
    .find(({ id }) => id === 'prove')
    ?.run()
  const proved = await first('its proof', ({ proof }) => proof.tone !== 'none')
  assert.equal(proved.proof.tone, 'good', proved.proof.detail)
  say(proved.proof.detail)
  screen.removal.ask(proved)
  await screen.removal.confirm()
  assert.equal(screen.removal.$state.get().status, 'closed')
  say('the backup is deleted')
}
