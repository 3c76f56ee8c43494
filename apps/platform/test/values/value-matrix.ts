/**
 * Every type with its hard values on every way out of the product: PostgreSQL reads back what left it, or compares it with
 * its own text.
 */
import { createDeck, type Deck, type OpenCell } from '@basedeck/core'
// Loaded here, because the editor loads it late.
import '@basedeck/sql-guard/grammar'
import {
  cellQuery,
  COPY_FORMATS,
  filterOfValue,
  searchOfTableView,
  SHOWN_FORMATS,
  tableViewIn,
  WHOLE_FORMATS,
} from '@basedeck/core/rules'
import { quoteIdentifier, tableDetailIn, tableDetailStatement, tableRowsStatement } from '@basedeck/core/sql'
import { createMemoryHost, type MemoryHost } from '@basedeck/core/testing'
import { tableReferenceText } from '@basedeck/core/text'
import { beginExport } from '@basedeck/platform-client'
import type { ReadableAtom } from 'nanostores'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runApp, type RunningApp } from '../running-app.js'
import { ORIGIN } from '../test-api.js'
import {
  differencesAfter,
  differencesToRow,
  differencesAfterCopy,
  GIVEN,
  insertOf,
  makeValueTable,
  type ValueTable,
} from './value-table.js'
import { NO_COLUMN_TYPES } from './value-types.js'
import { READERS, type ReadCell } from './value-workbooks.js'
import { COPIED, RANGE, SHOWN, valuesInList, WHOLE, type ReadBack } from './value-ways.js'

/** Declares the tests of the matrix. */
export function valueMatrix(kind: 'cluster' | 'pglite'): void {
  let running: RunningApp
  let table: ValueTable
  let host: MemoryHost
  let deck: Deck
  let editor: Awaited<ReturnType<typeof openEditor>>
  let rows: Awaited<ReturnType<typeof openTable>>

  const READ = `select * from ${GIVEN} order by id`
  const HEADERS = { headers: { host: new URL(ORIGIN).host } }
  let runs = 0

  beforeAll(async () => {
    running = await runApp(kind)
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
    screen.type(READ)
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

  /** A whole result, exported as from its menu. */
  async function wholeFile(format: (typeof WHOLE_FORMATS)[number]): Promise<Response> {
    editor.askWhole(format)
    editor.exportForm.set('table', GIVEN)
    expect(await editor.exportForm.submit()).toEqual({ type: 'done' })
    editor.dismissWhole()
    return running.request(host.downloaded.at(-1)?.url ?? '', HEADERS)
  }

  function watched<Value>($store: ReadableAtom<Value>): Value {
    const stop = $store.subscribe(() => {})
    const value = $store.get()
    stop()
    return value
  }

  /** Whether an open value is what PostgreSQL writes: JSON but for its blanks, bytes as their digits. */
  function isShownAs({ kind, text }: OpenCell, want: string | null): boolean {
    if (kind === 'null' || want === null) return kind === 'null' && want === null
    if (kind === 'json') return text.replaceAll(/\s/g, '') === want.replaceAll(/\s/g, '')
    if (kind !== 'bytes') return text === want
    const digits = text.split('\n').map((line) => line.slice(10, 33).replaceAll(' ', ''))
    return `\\x${digits.join('')}` === want
  }

  const kindOf = (cell: unknown) => (cell instanceof Date ? 'date' : typeof cell)

  /** Whether a cell of a workbook is the value. Readers tell no empty text from an empty cell, and some keep Excel's escapes. */
  function isReadAs(found: ReadCell, cell: string | null): boolean {
    if (found === null) return cell === null || cell === ''
    if (cell === null) return false
    if (typeof found === 'boolean') return cell === (found ? 't' : 'f')
    if (typeof found === 'number') return Number(cell) === found
    if (typeof found === 'string') return excelUnescaped(found) === cell || found === cell
    // A reader may cut the last millisecond, as a sheet holds parts of a day.
    return [0, 1, -1].some((ms) => momentTexts(found.getTime() + ms).includes(cell))
  }

  function momentTexts(ms: number): string[] {
    const [date = '', time = ''] = new Date(ms).toISOString().split(/[TZ]/)
    const clock = time.replace('.000', '').replace(/(\.\d*[1-9])0+$/, '$1')
    return [date, clock, `${date} ${clock}`]
  }

  const excelUnescaped = (text: string) =>
    text.replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

  /** What PostgreSQL finds other than it was. */
  async function differences(back: ReadBack): Promise<string[]> {
    if (back.type === 'sql') return differencesAfter(table, back.fill, back.isJson)
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

  test.each(Object.entries(WHOLE))('a whole result as %s', async (format, read) => {
    const text = await (await wholeFile(format as keyof typeof WHOLE)).text()
    expect(await differences(read(text, table))).toEqual([])
  })

  test('a workbook is read by three programs: numbers, dates and booleans as such, the others as texts', async () => {
    const bytes = Buffer.from(await (await wholeFile('xlsx')).arrayBuffer())
    for (const { name, read } of READERS) {
      const sheet = await read(bytes)
      const differing = table.rows.flatMap((cells, at) =>
        cells.flatMap((cell, column) => {
          const found = sheet[at]?.[column] ?? null
          const type = table.types[column - 1]?.type ?? 'id'
          return isReadAs(found, cell) ? [] : [`${type} of row ${at + 1}: ${cell} → ${String(found)}`]
        }),
      )
      expect({ name, differing }).toEqual({ name, differing: [] })
    }
    const usual = await READERS[0]?.read(bytes)
    const kinds = (type: string) => {
      const column = table.types.findIndex((one) => one.type === type) + 1
      return new Set(
        usual
          ?.map((cells) => cells[column])
          .filter((cell) => (cell ?? null) !== null)
          .map(kindOf),
      )
    }
    expect(['date', 'timestamp', 'time', 'timestamptz', 'int4', 'pg_catalog.bool'].map(kinds)).toEqual([
      new Set(['date', 'string']),
      new Set(['date', 'string']),
      new Set(['date', 'string']),
      new Set(['string']),
      new Set(['number']),
      new Set(['boolean']),
    ])
  })

  test('a list of values holds each value of its column, without NULL', async () => {
    const differing: string[] = []
    for (const [index, { type }] of table.types.entries()) {
      const column = index + 1
      await editor.copyRangeAs('in', { ...all(), left: column, right: column })
      const listed = await table
        .ask(valuesInList(host.copied.at(-1) ?? '', type))
        .catch((error: Error) => [[error.message]])
      const stored = new Set(table.rows.flatMap((row) => row[column] ?? []))
      const found = new Set(listed.flat())
      if (found.size !== stored.size || [...stored].some((value) => !found.has(value)))
        differing.push(`${type}: ${listed.flat().join(' ').slice(0, 200)}`)
    }
    expect(differing).toEqual([])
  })

  test('a list of NULL alone is not copied, and that NULL is left out is said', async () => {
    const before = host.copied.length
    await editor.copyRangeAs('in', { top: 0, bottom: 0, left: 1, right: 1 })
    expect(host.copied).toHaveLength(before)
    expect(host.notes.at(-1)).toMatchObject({ kind: 'error', message: 'Nothing to copy as IN list' })
    await editor.copyRangeAs('in', { top: 0, bottom: 1, left: 1, right: 1 })
    expect(host.notes.at(-1)?.detail).toMatch(/^1 row with NULL was left out/)
  })

  test.each([
    ['a result', () => editor],
    ['a table', () => rows],
  ] as const)('the panel of a value of %s shows each as PostgreSQL writes it', (_, screenOf) => {
    const differing: string[] = []
    for (const [at, cells] of table.shown.entries())
      for (const [column, want] of cells.entries()) {
        screenOf().viewCell(at, column)
        const open = screenOf().$openCell.get()
        const { type } = table.types[column - 1] ?? { type: 'id' }
        const isSame = open && isShownAs(open, want)
        if (!isSame) differing.push(`${type} of row ${at + 1}: ${want} → ${open?.text}`)
      }
    screenOf().closeCell()
    expect(differing).toEqual([])
  })

  test('a value alone is a file of the very text', async () => {
    const differing: string[] = []
    const [row = []] = table.rows.slice(1)
    for (const [column, value] of row.entries()) {
      const query = cellQuery(READ, row.length, 1, column)
      const body = { query, format: 'value' as const, name: 'value' }
      const { path } = await running.client.call(beginExport, { params: { ref: 'default' }, body })
      const text = await (await running.request(ORIGIN + path, HEADERS)).text()
      if (text !== (value ?? '')) differing.push(`${table.types[column - 1]?.type}: ${value} → ${text}`)
    }
    expect(differing).toEqual([])
  })

  test('the filter by a value, read from its address, finds the row', async () => {
    const { query: asked, parameters: oid } = tableDetailStatement(table.id)
    const { results } = await table.database.run({ runId: 'detail', query: asked, parameters: [...oid] })
    const detail = tableDetailIn(table.id, results[0]?.rows[0])
    if (!detail) throw new Error('no table')
    const differing: string[] = []
    for (const [at, cells] of table.rows.entries()) {
      for (const [index, { type }] of table.types.entries()) {
        const value = cells[index + 1] ?? null
        if (!rows.cellActions(at, index + 1).some(({ label }) => label === tableReferenceText.filterBy))
          continue
        const filter = filterOfValue(type, value, true)
        const address = searchOfTableView('', { sorts: [], filters: [filter] })
        const { filters } = tableViewIn(new URL(address, ORIGIN).search)
        const { query, parameters } = tableRowsStatement(detail, {
          sorts: [],
          filters,
          offset: 0,
          limit: 1000,
        })
        runs += 1
        const found = await table.database
          .run({ runId: `filter-${runs}`, query, parameters: [...(parameters ?? [])] })
          .then(
            ({ results }) => results[0]?.rows.map(([id]) => id) ?? [],
            (error: Error) => [error.message],
          )
        if (!found.includes(cells[0] ?? ''))
          differing.push(`${type} ${value}: ${found.join(' ').slice(0, 80)}`)
      }
    }
    expect(differing).toEqual([])
  })

  test('a row that is copied and pasted over another is saved as it was', async () => {
    const { editing } = rows
    await vi.waitFor(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
    const before = host.notes.length
    const differing: string[] = []
    for (const [at, [id]] of table.rows.entries()) {
      if (at === 0) continue
      await rows.copyRange({ top: at, bottom: at, left: 1, right: table.types.length })
      await editing.paste(host.copied.at(-1) ?? '', 0, 1)
      editing.openReview()
      const sql = watched(editing.$review) ?? ''
      const found = await differencesToRow(table, sql.replace(/;\s*$/, ''), {
        changed: '1',
        wanted: id ?? '',
      })
      differing.push(...found.map((one) => `row ${id} ${one}`))
      editing.closeReview()
      editing.discard()
    }
    expect(differing).toEqual([])
    expect(host.notes.slice(before).filter(({ kind }) => kind === 'error')).toEqual([])
  })

  test('a duplicated row is saved as it was', async () => {
    const { editing } = rows
    const count = table.rows.length
    editing
      .rowChanges(all())
      .find(({ id }) => id === 'duplicate')
      ?.run()
    await vi.waitFor(() => expect(watched(editing.$bar)?.text).toContain(`${count} new rows`))
    await editing.save()
    expect(watched(editing.$bar)?.problem).toBeUndefined()
    const differing: string[] = []
    for (const [id] of table.rows)
      differing.push(
        ...(await differencesToRow(table, 'select', {
          changed: String(Number(id) + count),
          wanted: id ?? '',
        })),
      )
    expect(differing).toEqual([])
    await table.ask(`delete from ${GIVEN} where id > ${count}`)
  })

  test('where another person changed the same row, the three values are shown as PostgreSQL writes them', async () => {
    const { editing } = rows
    const [base, mine, theirs] = [1, 2, 3]
    rows.refresh()
    await vi.waitFor(() => expect(watched(rows.$view)).toMatchObject({ shown: table.rows.length }))
    await rows.copyRange({ top: mine, bottom: mine, left: 1, right: table.types.length })
    await editing.paste(host.copied.at(-1) ?? '', base, 1)
    const columns = table.types.map(({ type }) => quoteIdentifier(type)).join(', ')
    await table.ask(`create table kept as select * from ${GIVEN};
update ${GIVEN} set (${columns}) = (select ${columns} from kept where id = ${theirs + 1}) where id = ${base + 1}`)
    await editing.save()
    const [conflict] = watched(editing.$conflicts)
    const shown = (row: number, column: number) => table.shown[row]?.[column] ?? null
    const differing = (conflict?.columns ?? []).flatMap((column) => {
      const at = table.types.findIndex(({ type }) => type === column.name) + 1
      const isMine = column.mine === (shown(mine, at) ?? column.mine)
      const isSame = column.base === shown(base, at) && column.theirs === shown(theirs, at) && isMine
      return isSame ? [] : [`${column.name}: ${column.base} / ${column.mine} / ${column.theirs}`]
    })
    expect(conflict?.columns.length).toBeGreaterThan(table.types.length / 2)
    expect(differing).toEqual([])
    editing.closeConflicts()
    editing.discard()
    await table.ask(`update ${GIVEN} set (${columns}) = (select ${columns} from kept where id = ${base + 1})
where id = ${base + 1}; drop table kept`)
  })
}
