/** Streams and COPY: any number of rows in and out, slice by slice. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_CSV } from '@basedeck/core/rules'
import type { Cell, CsvForm, ImpersonatedRole } from '@basedeck/platform-client/contract'
import type { RowPiece, StreamRequest } from '../engine.js'
import { rowsIn } from '../wire/row-reader.js'
import { newRunId, type Subject } from './subject.js'
import { reportOf } from './database-error.js'

export function describeStreams(subject: Subject): void {
  const { run, rows, value } = subject
  const stream = (query: string, parameters: Cell[] = []) =>
    subject.database.stream({ runId: newRunId(), query, parameters })
  const collect = async (pieces: AsyncIterable<RowPiece>): Promise<Cell[][]> => {
    const all: Cell[][] = []
    for await (const { bytes } of pieces) all.push(...rowsIn(bytes))
    return all
  }

  const csvStream = (query: string, form: Partial<CsvForm> = {}, more: Partial<StreamRequest> = {}) =>
    subject.database.stream({ runId: newRunId(), query, csv: { ...DEFAULT_CSV, ...form }, ...more })
  const csv = async (query: string, form?: Partial<CsvForm>): Promise<{ text: string; rows: number }> => {
    const parts: Buffer[] = []
    let count = 0
    for await (const piece of csvStream(query, form)) {
      parts.push(piece.bytes)
      count += piece.rows
    }
    return { text: Buffer.concat(parts).toString(), rows: count }
  }

  describe('streams', () => {
    test('all rows of a query come, in order, in pieces', async () => {
      let pieces = 0
      let last: Cell[] = []
      let count = 0
      const reading = stream('select g, repeat($1, 10) from generate_series(1, 20000) g', ['x'])
      for await (const { bytes, rows: inPiece } of reading) {
        pieces++
        const read = rowsIn(bytes)
        expect(read).toHaveLength(inPiece)
        count += inPiece
        last = read.at(-1) ?? []
      }
      expect([count, last]).toEqual([20_000, ['20000', 'xxxxxxxxxx']])
      expect(pieces).toBeGreaterThan(3)
    })

    test('a value beyond the caps of a run comes whole', async () => {
      const [[long] = []] = await collect(stream(`select repeat('é', 3000000)`))
      expect(long).toHaveLength(3_000_000)
    })

    test('a query without rows gives none', async () => {
      expect(await collect(stream('select 1 where false'))).toEqual([])
    })

    test('other runs continue between two pieces', async () => {
      for await (const piece of stream('select * from generate_series(1, 1000)')) {
        expect(piece.rows).toBeGreaterThan(0)
        expect(await value('select 1')).toBe('1')
      }
    })

    test('a stream that is closed early leaves no state', async () => {
      for await (const { rows: inPiece } of stream('select * from generate_series(1, 100000)')) {
        if (inPiece > 0) break
      }
      expect(await value('select count(*) from pg_cursors')).toBe('0')
      expect(subject.database.busyMs()).toBe(0)
    })

    test('an error comes with its position in the caller’s text', async () => {
      const report = await reportOf(collect(stream("select '😀',\n nothing")))
      expect(report).toMatchObject({ code: '42703', at: { line: 2, column: 2 } })
    })

    test('an error behind the first rows reaches the reader', async () => {
      const report = await reportOf(collect(stream('select 1 / (5000 - g) from generate_series(1, 10000) g')))
      expect(report.code).toBe('22012')
    })

    test('the first rows come before the last is read', async () => {
      let count = 0
      const reading = async () => {
        for await (const piece of stream('select 1 / (5000 - g) from generate_series(1, 10000) g'))
          count += piece.rows
      }
      expect((await reportOf(reading())).code).toBe('22012')
      expect(count).toBeGreaterThan(0)
    })

    test('the rows are those of the beginning, whatever is written between two pieces', async () => {
      await run(
        'drop table if exists read_slowly; create table read_slowly as select g from generate_series(1, 3000) g',
      )
      let count = 0
      for await (const piece of stream('select g from read_slowly')) {
        if (count === 0) await run('insert into read_slowly select g from generate_series(1, 3000) g')
        count += piece.rows
      }
      expect(count).toBe(3000)
    })

    test('an error among the rows that are left reaches the reader, and others got the session before', async () => {
      let asked = 0
      const reading = async () => {
        for await (const _ of stream('select 1 / (5000 - g) from generate_series(1, 10000) g')) {
          expect(await value('select 1')).toBe('1')
          asked++
        }
      }
      expect((await reportOf(reading())).code).toBe('22012')
      expect(asked).toBeGreaterThan(0)
      expect(await value('select count(*) from pg_cursors')).toBe('0')
    })

    test('a stream that is stopped while its reader rests leaves no state', async () => {
      const runId = newRunId()
      const slices = subject.database.stream({ runId, query: 'select * from generate_series(1, 1000000)' })
      const reading = slices[Symbol.asyncIterator]()
      await reading.next()
      await subject.database.cancel(runId)
      expect(await value('select count(*) from pg_cursors')).toBe('0')
      await reading.return?.()
      expect(subject.database.busyMs()).toBe(0)
    })

    test('a stream can’t write', async () => {
      await run('drop table if exists streamed; create sequence if not exists streamed_ids')
      await expect(collect(stream(`select nextval('streamed_ids')`))).rejects.toMatchObject({
        report: { code: '25006' },
      })
      await expect(collect(stream('commit'))).rejects.toThrow()
    })

    test('a stream is cancelled by its run id', async () => {
      const runId = newRunId()
      const slices = subject.database.stream({ runId, query: 'select * from generate_series(1, 1000000)' })
      const reading = slices[Symbol.asyncIterator]()
      await reading.next()
      expect(await subject.database.cancel(runId)).toBe(true)
      expect((await reportOf(drain(reading))).code).toBe('57014')
      expect(await value('select 1')).toBe('1')
    })
  })

  describe('a stream as CSV', () => {
    test('has the names of the columns, NULL as nothing and an empty text as quotes', async () => {
      const query = `select 1 as id, null as gone, '' as empty, 'a "b", ü' as "a b", true as yes, 1 as id`
      const out = await csv(query)
      expect(out).toEqual({ text: 'id,gone,empty,a b,yes,id\n1,,"","a ""b"", ü",true,1\n', rows: 1 })
    })

    test('is written in the form that was asked for', async () => {
      const query = `select 1 as id, null as gone, '-' as dash, 'a''b' as "x;y" -- the end`
      const out = await csv(query, { header: true, delimiter: ';', quote: `'`, nullText: '-' })
      expect(out.text).toBe(`id;gone;dash;'x;y'\n1;-;'-';'a''b'\n`)
    })

    test.each([
      ['values', `values (1, false), (2, null)`, '1,false\n2,\n'],
      ['table', 'table pg_catalog.pg_range limit 0', ''],
      ['with', 'with a as (select 1 as b) select b from a', '1\n'],
      ['a union in brackets', '(select 1) union all (select 2) order by 1 desc', '2\n1\n'],
      ['one column, whose text ends data', String.raw`select '\.'`, '"\\."\n'],
      ['line ends', String.raw`select E'a\r', E'\nb'`, '"a\r","\nb"\n'],
    ])('reads %s', async (_, query, text) => {
      expect((await csv(query, { header: false })).text).toBe(text)
    })

    test('a value beyond the caps of a run comes whole', async () => {
      const { text, rows: count } = await csv(`select repeat('é', 3000000)`, { header: false })
      expect([text.length, count]).toEqual([3_000_001, 1])
    })

    test('an error comes with its position in the caller’s text, also of a query with a boolean', async () => {
      const at = { line: 2, column: 2 }
      expect(await reportOf(csv("select '😀',\n nothing"))).toMatchObject({ code: '42703', at })
      expect(await reportOf(csv("select true,\n '1 😀'::int"))).toMatchObject({ code: '22P02', at })
    })

    test.each([
      ['closes a bracket early', `select 1) to stdout; --`],
      ['is two statements', 'select 1; select 2'],
      ['writes', `with gone as (delete from pg_catalog.pg_class returning 1) select * from gone`],
      ['ends the transaction', 'commit'],
    ])('a text that %s is refused', async (_, query) => {
      await expect(csv(query)).rejects.toThrow()
      expect(await value('select 1')).toBe('1')
    })

    test('that is left early frees the database', async () => {
      for await (const { rows: inPiece } of csvStream(
        `select repeat('x', 1000) from generate_series(1, 50000)`,
      ))
        if (inPiece > 0) break
      expect(subject.database.busyMs()).toBe(0)
      expect(await value('select 1')).toBe('1')
    })

    test('acts as the role', async () => {
      const role: ImpersonatedRole = { type: 'rest', role: 'anon', claims: {} }
      const lines: string[] = []
      for await (const { bytes } of csvStream('select current_user as me', {}, { role }))
        lines.push(String(bytes))
      expect(lines.join('')).toBe('me\nanon\n')
    })
  })

  describe('COPY', () => {
    beforeAll(async () => {
      await run('drop table if exists goods; create table goods (id int primary key, name text)')
    })

    test('rows go in from a stream and come out again as they were', async () => {
      const lines = Array.from(
        { length: 30_000 },
        (_, index) => `${index},"thing ""${index}"" 字\nwith a line"\n`,
      )
      const { sink, rows: stored } = await subject.database.copyIn('copy goods from stdin (format csv)')
      await pipeline(Readable.from(lines), sink)
      expect(await stored).toBe(30_000)
      const out = await csv('select * from goods order by id', { header: false })
      expect(out).toEqual({ text: lines.join(''), rows: 30_000 })
    })

    test('a bad row is reported with its position, and nothing is stored', async () => {
      await run('truncate goods')
      const { sink, rows: stored } = await subject.database.copyIn('copy goods from stdin')
      sink.on('error', () => {})
      sink.end('1\tone\nbad\ttwo\n')
      const report = await reportOf(stored)
      expect(report.code).toBe('22P02')
      expect(report.where).toContain('COPY goods, line 2')
      expect(await rows('table goods')).toEqual([])
    })

    test('a destroyed sink stores nothing', async () => {
      const { sink, rows: stored } = await subject.database.copyIn('copy goods from stdin')
      sink.on('error', () => {})
      await new Promise<void>((resolve) => {
        sink.write('1\tone\n', () => resolve())
      })
      sink.destroy(new Error('given up'))
      await expect(stored).rejects.toThrow()
      expect(await rows('table goods')).toEqual([])
    })

    test('a wrong statement is refused before any data', async () => {
      const { sink, rows: stored } = await subject.database.copyIn('copy nowhere from stdin')
      sink.on('error', () => {})
      sink.end()
      expect((await reportOf(stored)).code).toBe('42P01')
    })
  })
}

async function drain(reading: AsyncIterator<RowPiece>): Promise<void> {
  while (!(await reading.next()).done) {
    // Only the end matters.
  }
}
