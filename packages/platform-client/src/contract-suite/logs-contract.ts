/** The contract of the search of logs. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import { countLogs, queryLogs, searchLogs, type LogLine, type LogTerm } from '../contract/logs.js'
import type { ArgumentsOf } from '../contract/endpoint.js'
import { refusal } from './refusal.js'

/** A running platform with a project `default`, and a way to write into its log. */
export interface LogsSubject {
  client: Client
  write(line: Omit<LogLine, 'id'>): void
}

const params = { ref: 'default' }
const REQUEST = '3f2c8e62-1d3e-4c62-9d5e-b53b8d6b4a5e'
/** An hour ago: lines of long ago may be removed. */
const START = Math.floor(Date.now() / 60_000) * 60_000 - 60 * 60_000
const at = (second: number) => new Date(START + second * 1000).toISOString()
/** Tests of the same platform write lines of their own. */
const EARLY = { from: at(0), to: at(60) }

/**
 * Registers the tests of the search of logs.
 * @param connect gives the platform, always the same one
 */
export function describeLogsContract(name: string, connect: () => Promise<LogsSubject> | LogsSubject): void {
  describe(`${name} keeps the contract of logs`, () => {
    type Query = ArgumentsOf<typeof searchLogs>['query']
    const search = async (query: Query = {}) =>
      (await connect()).client.call(searchLogs, { params, query: { ...EARLY, ...query } })
    const messages = async (query: Query) => (await search(query)).lines.map(({ message }) => message)
    const line = (second: number, more: Partial<LogLine>): Omit<LogLine, 'id'> => ({
      time: at(second),
      source: 'functions',
      level: 'info',
      request_id: '',
      message: '',
      fields: {},
      ...more,
    })
    beforeAll(async () => {
      const { write } = await connect()
      write(line(1, { message: 'first', request_id: REQUEST, fields: { status: 200 } }))
      write(line(2, { message: 'Second', level: 'error', source: 'realtime' }))
      write(line(3, { message: 'third', level: 'warn', fields: { code: 'Not_There' } }))
    })

    test('lines come the newest first, with all that they hold', async () => {
      const { lines, status, processes_away } = await search()
      expect([status, processes_away]).toEqual([{ state: 'kept' }, 0])
      expect(lines.map(({ message }) => message)).toEqual(['third', 'Second', 'first'])
      expect(lines.at(-1)).toEqual({
        id: expect.stringMatching(/^\d+$/),
        time: at(1),
        source: 'functions',
        level: 'info',
        request_id: REQUEST,
        message: 'first',
        fields: { status: 200 },
      })
    })

    test.each<[string, Query, string[]]>([
      ['a level', { levels: 'error' }, ['Second']],
      ['levels', { levels: 'error,warn' }, ['third', 'Second']],
      ['a source', { sources: 'realtime' }, ['Second']],
      ['a text of the message', { text: 'SECOND' }, ['Second']],
      ['a text of the fields', { text: 'not_there' }, ['third']],
      ['a text that would be a pattern', { text: '%' }, []],
      ['a request', { request_id: REQUEST }, ['first']],
      ['a beginning', { from: at(2) }, ['third', 'Second']],
      ['an end', { to: at(2) }, ['first']],
      ['a number of lines', { limit: '1' }, ['third']],
    ])('%s narrows the search', async (_, query, expected) => {
      expect(await messages(query)).toEqual(expected)
    })

    const term = (field: string | null, op: LogTerm['op'], values: string[], not = false): LogTerm => ({
      field,
      op,
      values,
      not,
    })
    test.each<[string, LogTerm[], string[]]>([
      ['a level', [term('level', 'is', ['error'])], ['Second']],
      ['one of several', [term('source', 'is', ['realtime', 'data'])], ['Second']],
      ['a field', [term('code', 'is', ['Not_There'])], ['third']],
      ['a field in other letters', [term('code', 'is', ['not_there'])], []],
      ['a part of a field', [term('code', 'has', ['not_'])], ['third']],
      ['a field that is there', [term('status', 'any', [])], ['first']],
      ['a field that is not there', [term('status', 'any', [], true)], ['third', 'Second']],
      ['a number at least', [term('status', 'ge', ['200'])], ['first']],
      ['a number above', [term('status', 'gt', ['200'])], []],
      ['a number at most', [term('status', 'le', ['200'])], ['first']],
      ['a number below', [term('status', 'lt', ['200'])], []],
      ['a number of what is none', [term('code', 'ge', ['0'])], []],
      ['a word', [term(null, 'has', ['SECOND'])], ['Second']],
      ['no such word', [term(null, 'has', ['second'], true)], ['third', 'first']],
      [
        'not a field, which others do not have',
        [term('code', 'is', ['Not_There'], true)],
        ['Second', 'first'],
      ],
      ['two of them', [term('level', 'is', ['warn', 'info']), term(null, 'has', ['first'])], ['first']],
      ['the request', [term('request_id', 'is', [REQUEST])], ['first']],
    ])('%s as a condition narrows the search', async (_, terms, expected) => {
      expect(await messages({ terms: JSON.stringify(terms) })).toEqual(expected)
    })

    test('lines are counted by level and time', async () => {
      const { client } = await connect()
      const counts = await client.call(countLogs, { params, query: { ...EARLY, bucket_ms: '2000' } })
      expect(counts).toEqual({
        bucket_ms: 2000,
        buckets: [
          { at: at(0), level: 'info', count: 1 },
          { at: at(2), level: 'error', count: 1 },
          { at: at(2), level: 'warn', count: 1 },
        ],
        status: { state: 'kept' },
        processes_away: 0,
      })
    })

    test('what is counted fits the search', async () => {
      const { client } = await connect()
      const terms = JSON.stringify([term('level', 'is', ['warn'])])
      const { buckets } = await client.call(countLogs, { params, query: { ...EARLY, terms } })
      expect(buckets.map(({ level, count }) => [level, count])).toEqual([['warn', 1]])
    })

    test('a SELECT is answered from the lines between its moments', async () => {
      const { client } = await connect()
      const body = { sql: 'select count(*) as lines from logs', ...EARLY }
      expect(await client.call(queryLogs, { params, body })).toEqual({
        columns: ['lines'],
        rows: [['3']],
        is_cut: false,
        is_sample: false,
        ms: expect.any(Number),
        processes_left_out: 0,
      })
    })

    test('what does more than read is refused', async () => {
      const { client } = await connect()
      const body = { sql: 'delete from logs' }
      expect(await refusal(client.call(queryLogs, { params, body }))).toEqual([400, 'logs_query_refused'])
    })

    test('the id of the last line is where the next page begins', async () => {
      const { lines } = await search({ limit: '2' })
      const before = lines.at(-1)?.id
      expect(await messages({ before })).toEqual(['first'])
    })

    test.each<[string, Query]>([
      ['a level that there is not', { levels: 'loud' }],
      ['a source that there is not', { sources: 'data,kitchen' }],
      ['a moment that is none', { from: 'yesterday' }],
      ['no line', { limit: '0' }],
      ['too many lines', { limit: '1001' }],
      ['an id that is none', { before: '1; drop table' }],
      ['terms that are no JSON', { terms: 'level:error' }],
      ['a field that would end its path', { terms: JSON.stringify([term(`a"'`, 'is', ['b'])]) }],
      ['a number that is none', { terms: JSON.stringify([term('status', 'gt', ['x'])]) }],
      ['a comparison with all of a line', { terms: JSON.stringify([term(null, 'is', ['x'])]) }],
    ])('%s is refused', async (_, query) => {
      expect((await refusal(search(query)))[0]).toBe(400)
    })

    test('an unknown project is not found', async () => {
      const { client } = await connect()
      const nobody = client.call(searchLogs, { params: { ref: 'nobody' } })
      expect(await refusal(nobody)).toEqual([404, 'project_not_found'])
    })
  })
}
