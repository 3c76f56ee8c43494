/** A row of a table is edited, and meets another person's change of the same cell. */
import type { Deck } from '@basedeck/core'
import { newId, queryTyped } from '@basedeck/platform-client'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

export async function editFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const run = async (query: string) => {
    const { results } = await deck.client.call(queryTyped, {
      params: { ref },
      body: { query, runId: newId() },
    })
    return results.at(-1)?.rows[0]?.[0] ?? ''
  }
  const id = await run(
    `create table smoke_edit (id int primary key, name text); insert into smoke_edit values (1, 'one'), (2, 'two');
     select 'smoke_edit'::regclass::oid`,
  )
  const { screen } = await deck.open('tableEditorTable', { ref, id })
  const { editing } = screen
  await waitFor(screen.$view, 'the rows', (view) => view.status === 'ready')
  await waitFor(
    editing.$canInsert,
    'the permission',
    (state): state is typeof state & { disabled: false } => !state.disabled,
  )
  await editing.setCell(0, 1, { type: 'text', text: 'mine' })
  await editing.setCell(1, 1, { type: 'null' })
  assert.equal(editing.$bar.get()?.text, '2 changes in 2 rows, not saved')
  await run(`update smoke_edit set name = 'theirs' where id = 1; select 1`)
  await editing.save()
  const [conflict] = editing.$conflicts.get()
  assert.deepEqual(conflict?.columns, [{ name: 'name', base: 'one', mine: 'mine', theirs: 'theirs' }])
  assert.equal(await run('select count(*) from smoke_edit where name is null'), '0')
  conflict.keepMine?.()
  await editing.save()
  assert.equal(await run(`select string_agg(coalesce(name, '-'), ' ' order by id) from smoke_edit`), 'mine -')
  assert.equal(editing.$bar.get(), null)
  await run('drop table smoke_edit; select 1')
  say('two cells edited, a conflict settled, saved in one transaction')
}
