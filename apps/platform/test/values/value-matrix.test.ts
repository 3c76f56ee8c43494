/**
 * Every type with its hard values on every way out of the product: PostgreSQL reads back what left it, or compares it with
 * its own text.
 */
import { createDeck, type Deck } from '@basedeck/core'
// Loaded here, because the editor loads it late.
import '@basedeck/sql-guard/grammar'
import { COPY_FORMATS, SHOWN_FORMATS, WHOLE_FORMATS } from '@basedeck/core/rules'
import { createMemoryHost, type MemoryHost } from '@basedeck/core/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runApp, type RunningApp } from '../running-app.js'
import { ORIGIN } from '../test-api.js'
import {
  differencesAfter,
  differencesAfterCopy,
  GIVEN,
  insertOf,
  makeValueTable,
  type ValueTable,
} from './value-table.js'
import { MATRIX_TYPES, NO_COLUMN_TYPES } from './value-types.js'
import { columnOf, COPIED, RANGE, SHOWN, valuesInList, WHOLE, type ReadBack } from './value-ways.js'

let running: RunningApp
let table: ValueTable
let host: MemoryHost
let deck: Deck
let editor: Awaited<ReturnType<typeof openEditor>>
let rows: Awaited<ReturnType<typeof openTable>>

const LONG = 600_000

beforeAll(async () => {
  running = await runApp('cluster')
  table = await makeValueTable(await running.life.database('default'), ['extreme', 'hostile'])
  host = createMemoryHost('/project/default/sql/1')
  deck = createDeck(host, { baseUrl: ORIGIN, fetch: running.request as never })
  editor = await openEditor()
  host.navigation.go(`/project/default/editor/${table.id}?schema=public&sort=id:asc`)
  rows = await openTable()
})
afterAll(async () => {
  deck?.dispose()
  await running?.stop()
})

async function openEditor() {
  await vi.waitFor(() => expect(deck.$screen.get().name).toBe('sqlEditor'))
  const opened = deck.$screen.get()
  if (opened.name !== 'sqlEditor') throw new Error('not the editor')
  const { screen } = opened
  screen.setRowLimit(-1)
  screen.type(`select * from ${GIVEN} order by id`)
  await screen.run()
  if (screen.$question.get()) await screen.confirm()
  expect(screen.$run.get().status).toBe('success')
  screen.$exportMenu.subscribe(() => {})
  screen.$openCell.subscribe(() => {})
  return screen
}

async function openTable() {
  await vi.waitFor(() => expect(deck.$screen.get().name).toBe('tableEditorTable'))
  const opened = deck.$screen.get()
  if (opened.name !== 'tableEditorTable') throw new Error('not the table')
  const { screen } = opened
  for (const $store of [screen.$view, screen.gate.$gate, screen.$exportMenu, screen.$openCell])
    ($store as typeof screen.$view).subscribe(() => {})
  await vi.waitFor(() => expect(screen.$view.get().status).toBe('ready'))
  return screen
}

const all = () => ({ top: 0, bottom: table.rows.length - 1, left: 0, right: table.types.length })

/** What PostgreSQL finds other than it was. */
async function differences(back: ReadBack): Promise<string[]> {
  if (back.type === 'sql') return differencesAfter(table, back.fill)
  if (back.type === 'cells') return differencesAfter(table, insertOf(table, back.rows))
  if (back.type === 'shown')
    return back.rows.flatMap((row, at) =>
      row.flatMap((cell, column) => {
        const shown = table.shown[at]?.[column] ?? null
        const want = shown === null ? null : back.asWritten(shown)
        return cell === want ? [] : [`${table.types[column - 1]?.type} of row ${at + 1}: ${want} → ${cell}`]
      }),
    )
  return differencesAfterCopy(table, back.text)
}

test('every type of PostgreSQL is in the matrix', async () => {
  const known = await table.ask(
    `select typname from pg_type where typnamespace = 'pg_catalog'::regnamespace and typtype in ('b', 'r', 'm', 'd', 'e')
       and typelem = 0 and typname not like '\\_%' or typname in ('oidvector', 'int2vector', 'name', 'point', 'lseg', 'box', 'line')
     order by typname`,
  )
  const listed = await table.ask(
    `select distinct a.atttypid::regtype, t.typname from pg_attribute a join pg_type t on t.oid = a.atttypid where attrelid = '${GIVEN}'::regclass and attnum > 0`,
  )
  const names = new Set(listed.map(([, name]) => name))
  expect(
    known.map(([name]) => name ?? '').filter((name) => !names.has(name) && !(name in NO_COLUMN_TYPES)),
  ).toEqual([])
})

test('every form that the product offers is in the matrix', () => {
  expect([...Object.keys(COPIED), 'in']).toEqual([...COPY_FORMATS])
  expect(Object.keys(SHOWN)).toEqual([...SHOWN_FORMATS])
  expect([...Object.keys(WHOLE), 'xlsx']).toEqual([...WHOLE_FORMATS])
  for (const screen of [editor, rows]) {
    expect(screen.$exportMenu.get()?.shown.map(({ format }) => format)).toEqual(Object.keys(SHOWN))
    expect(screen.$exportMenu.get()?.whole.map(({ format }) => format)).toEqual([
      ...Object.keys(WHOLE),
      'xlsx',
    ])
  }
})

describe.each([
  ['a result', () => editor],
  ['a table', () => rows],
] as const)('values of %s', (_, screenOf) => {
  test('what the keys copy', async () => {
    await screenOf().copyRange(all())
    expect(await differences(RANGE(host.copied.at(-1) ?? '', table))).toEqual([])
  })

  test.each(Object.entries(COPIED))('copied as %s', async (format, read) => {
    await screenOf().copyRangeAs(format as keyof typeof COPIED, all())
    expect(await differences(read(host.copied.at(-1) ?? '', table))).toEqual([])
  })

  test.each(Object.entries(SHOWN))('rows shown as %s', async (format, read) => {
    screenOf().exportShown(format as keyof typeof SHOWN)
    expect(await differences(read(String(host.saved.at(-1)?.text), table))).toEqual([])
  })
})

test('forms', () => {
  expect([columnOf, valuesInList, MATRIX_TYPES, LONG]).toBeTruthy()
})
