/** A CSV file into a new table, with a row that can't be imported. */
import type { CsvImport, Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

export async function importFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('tables', { ref })
  const { importing } = screen
  assert(importing, 'tables can be imported')
  importing.open()
  const csv = await waitFor(importing.$panel, 'the panel', (panel): panel is CsvImport => panel !== null)
  const text = 'name;amount\nAda;1\n"Bob";2\nEve;3;4\n'
  await csv.source.take({ name: `smoke ${Date.now()}.csv`, sizeBytes: text.length, text: async () => text })
  csv.setOptions({ onBadRows: 'skip' })
  await waitFor(
    csv.$start,
    'the import to be possible',
    (start): start is typeof start & { disabled: false } => !start.disabled,
  )
  await csv.start()
  const state = csv.run.$state.get()
  assert.equal(state.status, 'imported', JSON.stringify(state))
  assert.equal('rows' in state && state.rows, 2)
  assert.equal('rejected' in state && state.rejected, 1)
  csv.run.saveRejected()
  importing.close()
  say('a CSV file in a new table: 2 rows, 1 skipped')
}
