/** The examples of the README run as they are written there. */
import { PGlite } from '@electric-sql/pglite'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { DataAnswer, DataRequest, DataSettings } from '../src/index.js'
import { SETTINGS } from './answer-request.js'
import { startCluster } from './cluster.js'

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const FIXTURE = textOf('./fixture.sql')

type Answer = (database: unknown, settings: DataSettings, request: DataRequest) => Promise<DataAnswer>

/** The example that exports a function of this name, as a module beside this file for as long as it is loaded. */
async function exampleOf(name: string): Promise<Answer> {
  const blocks = [...textOf('../README.md').matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code ?? '')
  const file = fileURLToPath(new URL(`./${name}.readme.mjs`, import.meta.url))
  writeFileSync(file, blocks.find((code) => code.includes(`function ${name}(`)) ?? '')
  try {
    return ((await import(/* @vite-ignore */ file)) as Record<string, Answer>)[name] as Answer
  } finally {
    rmSync(file)
  }
}

function request(method: string, query: string, body = ''): DataRequest {
  const bytes = new TextEncoder().encode(body)
  return { method, path: '/people', query, headers: {}, body: bytes, role: 'writer', claims: {} }
}

async function readsAndWrites(answer: Answer, database: unknown) {
  expect((await answer(database, SETTINGS, request('GET', 'id=eq.1'))).body).toBe('[{"id":1,"name":"Ann"}]')
  await answer(database, SETTINGS, request('POST', '', '{"id":9,"name":"Zoe"}'))
  expect((await answer(database, SETTINGS, request('GET', 'id=eq.9'))).body).toBe('[{"id":9,"name":"Zoe"}]')
  await expect(answer(database, SETTINGS, request('POST', '', '{"id":9}'))).rejects.toThrow()
  expect((await answer(database, SETTINGS, request('OPTIONS', ''))).status).toBe(200)
}

test('the example with pg reads and writes', async () => {
  const cluster = await startCluster()
  const client = await cluster.connect()
  await client.query(FIXTURE)
  await readsAndWrites(await exampleOf('answerWithPg'), client)
  await client.end()
  await cluster.stop()
})

test('the example with PGlite reads and writes', async () => {
  const database = await PGlite.create()
  await database.exec(FIXTURE)
  await readsAndWrites(await exampleOf('answerWithPglite'), database)
  await database.close()
})
