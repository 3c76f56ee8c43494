import { expect, test } from 'vitest'
import { blockerSentence, blockersIn, type DatabaseFacts } from './blockers.js'

const well: DatabaseFacts = {
  otherDatabases: [],
  database: { takesSessions: true, limit: -1 },
  owner: { mayLogIn: true, limit: -1 },
  settings: ['search_path=app'],
}

test.each<[string, Partial<DatabaseFacts>, string[]]>([
  ['nothing', {}, []],
  ['an owner that is not made yet', { owner: null }, []],
  [
    'a closed database',
    { database: { takesSessions: false, limit: -1 } },
    ['its database takes no connections'],
  ],
  [
    'a limit of 0',
    { database: { takesSessions: true, limit: 0 } },
    ['its database takes only 0 connections'],
  ],
  [
    'a limit of 19',
    { database: { takesSessions: true, limit: 19 } },
    ['its database takes only 19 connections'],
  ],
  ['a limit of 20', { database: { takesSessions: true, limit: 20 } }, []],
  [
    'an owner without login',
    { owner: { mayLogIn: false, limit: -1 } },
    ['its owner postgres may not log in'],
  ],
  [
    'an owner’s limit',
    { owner: { mayLogIn: true, limit: 3 } },
    ['its owner postgres may have only 3 connections'],
  ],
  [
    '99 ms',
    { settings: ['statement_timeout=99'] },
    ['statement_timeout is so short that no statement ends in time'],
  ],
  [
    '1 ms',
    { settings: ['statement_timeout=1ms'] },
    ['statement_timeout is so short that no statement ends in time'],
  ],
  [
    '5 µs',
    { settings: ['statement_timeout=5us'] },
    ['statement_timeout is so short that no statement ends in time'],
  ],
  ['100 ms', { settings: ['statement_timeout=100ms'] }, []],
  ['0: for ever', { settings: ['statement_timeout=0'] }, []],
  ['1 min', { settings: ['statement_timeout=1min'] }, []],
  [
    'another name',
    { database: null, otherDatabases: ['shop'] },
    ['its database “postgres” was renamed or dropped; the server has “shop”'],
  ],
])('%s', (_, facts, expected) => {
  expect(blockersIn({ ...well, ...facts }).map(({ what }) => what)).toEqual(expected)
})

test('the sentence offers a repair if there is one', () => {
  expect(blockerSentence(blockersIn({ ...well, owner: { mayLogIn: false, limit: 0 } }))).toBe(
    'SQL of this project keeps the dashboard out: its owner postgres may not log in, and its owner postgres may have only 0 connections. “Try again” repairs that.',
  )
  expect(blockerSentence(blockersIn({ ...well, database: null }))).toBe(
    'SQL of this project keeps the dashboard out: its database “postgres” was renamed or dropped.',
  )
})
