import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { createLazyServices } from '../../kernel/lazy-services.js'
import { afterCellEdited, NO_EDITS, type StagedEdits } from '../../rules/table-editor/staged-edits.js'
import { createMemoryStorage } from '../../testing/memory-host.js'
import type { Account } from '../account/account.js'
import type { RunRole } from '../account/impersonation.js'
import { tableEditsOf, type TableEditsDeps } from './table-edits.js'

const KEY = 'basedeck:table-edits:default/7'
const person = { $person: atom(null) } as unknown as Pick<Account, '$person'>

/** Opens the edits as a window does; another call with the same storage is a reload. */
function open(storage = createMemoryStorage(), as: RunRole | null = null) {
  const lazy = createLazyServices<TableEditsDeps>(() => ({ host: { storage }, account: person }))
  return { storage, edits: tableEditsOf({ lazy }).of('default', '7', as) }
}

const staged = (from: StagedEdits, id: string, value: string) =>
  afterCellEdited(from, { key: `["${id}"]`, id: [id], compared: {} }, 'name', {
    before: 'Ann',
    value: { type: 'text', text: value },
  })

test('what another window stages while a save runs is left when the save has ended', () => {
  const { storage, edits } = open()
  const sent = staged(NO_EDITS, '1', 'Bea')
  edits.change(sent)
  storage.writeElsewhere(KEY, JSON.stringify(staged(sent, '2', 'Cleo')))
  edits.saved(sent)
  expect(edits.$edits.get()).toEqual(staged(NO_EDITS, '2', 'Cleo'))
  expect(JSON.parse(storage.get(KEY) ?? '')).toEqual(staged(NO_EDITS, '2', 'Cleo'))
})

test('a save is told to the other windows with the same table open, again and again', () => {
  const { storage, edits } = open()
  edits.change(staged(NO_EDITS, '1', 'Bea'))
  const told: string[] = []
  const tell = () => {
    edits.saved(edits.$edits.get())
    const [key, value] = [...storage.values].find(([, text]) => text.startsWith('default/7 ')) ?? []
    told.push(value ?? '')
    return [key ?? '', value ?? ''] as const
  }
  const [key, value] = tell()
  tell()
  expect(new Set(told).size).toBe(2)

  const other = open()
  let saves = 0
  const stop = other.edits.whenSavedElsewhere(() => saves++)
  other.storage.writeElsewhere(key, value.replace('/7 ', '/8 '))
  expect(saves).toBe(0)
  other.storage.writeElsewhere(key, value)
  expect(saves).toBe(1)
  stop()
  other.storage.writeElsewhere(key, value)
  expect(saves).toBe(1)
})

test('after a reload the last steps can be undone, as far as they are kept', () => {
  const { storage, edits } = open()
  for (let step = 0; step < 60; step++) edits.change(staged(edits.$edits.get(), '1', `Bea ${step}`))
  const reloaded = open(storage).edits
  expect(reloaded.$edits.get()).toEqual(staged(NO_EDITS, '1', 'Bea 59'))
  let steps = 0
  for (; reloaded.$canUndo.get(); steps++) reloaded.undo()
  expect(steps).toBe(50)
  expect(reloaded.$edits.get()).toEqual(staged(NO_EDITS, '1', 'Bea 9'))

  // Long steps are not kept: the edits themselves are.
  const long = 'x'.repeat(150_000)
  edits.change(staged(edits.$edits.get(), '1', `${long}a`))
  edits.change(staged(edits.$edits.get(), '1', `${long}b`))
  edits.change(staged(edits.$edits.get(), '1', `${long}c`))
  const again = open(storage).edits
  again.undo()
  expect(again.$edits.get()).toEqual(staged(NO_EDITS, '1', `${long}b`))
  expect(again.$canUndo.get()).toBe(false)
})

const anon: RunRole = { role: { type: 'rest', role: 'anon', claims: {} }, label: 'anon' }

test('edits belong to the role as which they were made, and are kept for it over a reload', () => {
  const { storage } = open()
  const edits = open(storage, anon).edits
  edits.change(staged(NO_EDITS, '1', 'Bea'))

  const asOwner = open(storage).edits
  expect(asOwner.$edits.get()).toEqual(NO_EDITS)
  expect(asOwner.$ofOthers.get()).toEqual([{ as: anon, edits: staged(NO_EDITS, '1', 'Bea') }])
  asOwner.change(staged(NO_EDITS, '2', 'Cleo'))
  expect(open(storage).edits.$edits.get()).toEqual(staged(NO_EDITS, '2', 'Cleo'))

  const again = open(storage, anon).edits
  expect(again.$edits.get()).toEqual(staged(NO_EDITS, '1', 'Bea'))
  expect(again.$ofOthers.get()).toEqual([{ as: null, edits: staged(NO_EDITS, '2', 'Cleo') }])
  again.saved(again.$edits.get())
  expect(open(storage).edits.$ofOthers.get()).toEqual([])
})

test('edits that another window makes as another role are heard of', () => {
  const { storage, edits } = open()
  storage.writeElsewhere(`${KEY}/as/api/anon`, JSON.stringify(staged(NO_EDITS, '1', 'Bea')))
  storage.writeElsewhere(`${KEY}/roles`, JSON.stringify([anon]))
  expect(edits.$ofOthers.get()).toEqual([{ as: anon, edits: staged(NO_EDITS, '1', 'Bea') }])
  storage.writeElsewhere(`${KEY}/as/api/anon`, '')
  expect(edits.$ofOthers.get()).toEqual([])
})

test('edits that another window changes say so, until they are changed here; emptied ones are told once', () => {
  const { storage, edits } = open()
  edits.change(staged(NO_EDITS, '1', 'Bea'))
  expect(edits.$isChangedElsewhere.get()).toBe(false)
  let emptied = 0
  edits.whenEmptiedElsewhere(() => emptied++)
  storage.writeElsewhere(KEY, JSON.stringify(staged(edits.$edits.get(), '1', 'Cleo')))
  expect(edits.$isChangedElsewhere.get()).toBe(true)
  edits.change(staged(edits.$edits.get(), '1', 'Dora'))
  expect(edits.$isChangedElsewhere.get()).toBe(false)
  storage.writeElsewhere(KEY, JSON.stringify(staged(edits.$edits.get(), '1', 'Eve')))
  expect(emptied).toBe(0)
  storage.writeElsewhere(KEY, '')
  storage.writeElsewhere(KEY, '')
  expect([edits.$isChangedElsewhere.get(), emptied]).toEqual([false, 1])
})
