/** The contract of the search of logs. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import { searchLogs, type LogLine } from '../contract/logs.js'
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
