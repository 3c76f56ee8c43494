/** Streams and COPY: any number of rows in and out, slice by slice. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Cell } from '@basedeck/platform-client/contract'
import { newRunId, type Subject } from './subject.js'
import { reportOf } from './database-error.js'

export function describeStreams(subject: Subject): void {
  const { run, rows, value } = subject
  const stream = (query: string, parameters: Cell[] = []) =>
    subject.database.stream({ runId: newRunId(), query, parameters })
  const collect = async (slices: AsyncIterable<Cell[][]>): Promise<Cell[][]> => {
    const all: Cell[][] = []
    for await (const slice of slices) all.push(...slice)
    return all
  }

  describe('streams', () => {
    test('all rows of a query come, in order, in slices', async () => {
      let slices = 0
      let last: Cell[] = []
      let count = 0
      for await (const slice of stream('select g, repeat($1, 10) from generate_series(1, 20000) g', ['x'])) {
        slices++
        count += slice.length
        last = slice.at(-1) ?? []
      }
      expect([count, last]).toEqual([20_000, ['20000', 'xxxxxxxxxx']])
      expect(slices).toBeGreaterThan(3)
    })

    test('a value beyond the caps of a run comes whole', async () => {
      const [[long] = []] = await collect(stream(`select repeat('é', 3000000)`))
      expect(long).toHaveLength(3_000_000)
    })

    test('a query without rows gives no slice', async () => {
      expect(await collect(stream('select 1 where false'))).toEqual([])
    })

    test('other runs continue between two slices', async () => {
      for await (const slice of stream('select * from generate_series(1, 1000)')) {
        expect(slice.length).toBeGreaterThan(0)
        expect(await value('select 1')).toBe('1')
      }
    })

    test('a stream that is closed early leaves no state', async () => {
      for await (const slice of stream('select * from generate_series(1, 100000)')) {
        if (slice.length > 0) break
      }
      expect(await value('select count(*) from pg_cursors')).toBe('0')
      expect(subject.database.busyMs()).toBe(0)
    })

    test('an error comes with its place in the caller’s text', async () => {
      const report = await reportOf(collect(stream("select '😀',\n nothing")))
      expect(report).toMatchObject({ code: '42703', at: { line: 2, column: 2 } })
    })

    test('an error behind the first slice reaches the reader', async () => {
      const report = await reportOf(collect(stream('select 1 / (5000 - g) from generate_series(1, 10000) g')))
      expect(report.code).toBe('22012')
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
      const out = await subject.database.copyOut(
        'copy (select * from goods order by id) to stdout (format csv)',
      )
      expect(await text(out)).toBe(lines.join(''))
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
      expect((await reportOf(subject.database.copyOut('copy nowhere to stdout'))).code).toBe('42P01')
      await expect(subject.database.copyOut('select 1')).rejects.toMatchObject({ code: 'unsupported' })
      const { sink, rows: stored } = await subject.database.copyIn('copy nowhere from stdin')
      sink.on('error', () => {})
      sink.end()
      expect((await reportOf(stored)).code).toBe('42P01')
    })

    test('a large export that is left early frees the database', async () => {
      const out = await subject.database.copyOut(
        `copy (select repeat('x', 1000) from generate_series(1, 50000)) to stdout`,
      )
      await new Promise((resolve) => {
        out.once('data', resolve)
      })
      out.destroy()
      expect(await value('select 1')).toBe('1')
    })

    test('an export can’t write', async () => {
      await expect(
        subject.database.copyOut(`copy (delete from goods returning *) to stdout`),
      ).rejects.toMatchObject({
        report: { code: '25006' },
      })
    })
  })
}

async function drain(reading: AsyncIterator<Cell[][]>): Promise<void> {
  while (!(await reading.next()).done) {
    // Only the end matters.
  }
}
