/** The types of a project's database: by a call, and by the command. */
import { getDatabaseTypes } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCommand } from '../src/config/read-command.js'
import { answerTypes } from '../src/types/types-command.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
beforeAll(async () => {
  running = await runApp('pglite')
  const database = await running.life.database('default')
  await database.run({
    runId: 'made',
    query: `create type mood as enum ('sad', 'happy');
      create table people (id int8 generated always as identity primary key, name text not null, feels mood, born date);
      create table pets (id int8 primary key, owner int8 not null references people);
      create schema "of others"; create table "of others".things (id int4 primary key);
      create function age_of(person int8) returns int language sql as 'select 1'`,
  })
})
afterAll(() => running.stop())

const params = { ref: 'default' }

test('tables, enums, functions and relationships are types', async () => {
  const { types } = await running.client.call(getDatabaseTypes, { params })
  for (const part of [
    'people: {',
    'pets: {',
    "'sad' | 'happy'",
    'age_of',
    'pets_owner_fkey',
    'export type Database',
  ])
    expect(types.replaceAll('"', "'")).toContain(part)
  expect(types).not.toContain('of others')
})

test('other schemas are asked for by name, and one that is not there is said', async () => {
  const query = { included_schemas: 'of others' }
  expect((await running.client.call(getDatabaseTypes, { params, query })).types).toContain('things')
  const missing = running.client.call(getDatabaseTypes, { params, query: { included_schemas: 'nowhere' } })
  await expect(missing).rejects.toMatchObject({
    code: 'schema_not_found',
    message: 'There is no schema nowhere',
  })
})

test('the command answers the same text, or a sentence', async () => {
  const { types } = await running.client.call(getDatabaseTypes, { params })
  expect(await answerTypes({ project: null, schemas: null }, running)).toEqual({ lines: [types.trimEnd()] })
  expect(await answerTypes({ project: 'nobody', schemas: null }, running)).toMatchObject({
    error: expect.any(String),
  })
})

test('how the command is read', () => {
  expect(readCommand(['types', '--schema', 'public, app', '--project', 'shop'], {})).toMatchObject({
    type: 'types',
    types: { project: 'shop', schemas: ['public', 'app'] },
  })
  const databaseUrl = 'postgresql://a:b@127.0.0.1:5432/shop'
  expect(readCommand(['types', '--lang', 'typescript', '--db-url', databaseUrl], {})).toMatchObject({
    databaseUrl,
  })
  for (const args of [
    ['--lang', 'go'],
    ['--schema', ','],
    ['extra'],
    ['--project', ''],
    ['--project', 'a', '--db-url', databaseUrl],
    ['--nope'],
  ])
    expect(readCommand(['types', ...args], {})).toMatchObject({ type: 'invalid' })
})
