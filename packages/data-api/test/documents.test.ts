/** The documents that are made of a schema: Swagger, and the types of TypeScript. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseTypes, openApiDocument, type DataSchema } from '../src/index.js'
import { answerTo, readSchema, SETTINGS } from './answer-request.js'
import { overPglite, type TestDatabase } from './database.js'
import { loadFixture } from './load-fixture.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let database: TestDatabase
let schema: DataSchema

beforeAll(async () => {
  database = await overPglite()
  await loadFixture(database)
  schema = await readSchema(database)
})

afterAll(() => database.close())

type Paths = Record<string, Record<string, unknown>>

async function documentOf(role: string, openApi?: 'ignore-privileges' | 'disabled') {
  const { status, body } = await answerTo(database, schema, { url: '/', role }, { ...SETTINGS, openApi })
  return { status, document: JSON.parse(body) as { paths: Paths; code?: string } }
}

test('the document tells what the role may do', async () => {
  const { document: writer } = await documentOf('writer')
  expect(Object.keys(writer.paths['/people'] ?? {})).toEqual(['get', 'post', 'patch', 'delete'])
  expect(Object.keys(writer.paths['/totals'] ?? {})).toEqual(['get'])
  expect(writer.paths['/secrets']).toBeUndefined()
  const { document: anon } = await documentOf('anon')
  expect(Object.keys(anon.paths).filter((path) => !path.startsWith('/rpc'))).toEqual(['/', '/people'])
  expect(Object.keys(anon.paths['/people'] ?? {})).toEqual(['get'])
})

test('the document tells everything where rights are ignored, and nothing where it is disabled', async () => {
  const { document } = await documentOf('anon', 'ignore-privileges')
  expect(document.paths['/secrets']).toBeDefined()
  const { status, document: refused } = await documentOf('anon', 'disabled')
  expect([status, refused.code]).toEqual([404, 'PGRST126'])
})

test('the document has comments, keys, lengths, labels and defaults', () => {
  const document = openApiDocument(schema, { within: 'shop', publicUrl: 'http://127.0.0.1:8788/rest/v1' })
  expect(document).toMatchObject({
    swagger: '2.0',
    info: { title: 'A shop', description: 'Sells things that are tested.' },
    host: '127.0.0.1:8788',
    basePath: '/rest/v1',
    schemes: ['http'],
    definitions: {
      clients: {
        description: 'Who buys',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', format: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
          name: { type: 'string', format: 'text', description: 'What they are called' },
          mood: { type: 'string', format: 'shop.mood', enum: ['sad', 'ok', 'happy'], default: 'ok' },
          code: { type: 'string', format: 'character varying(5)', maxLength: 5 },
        },
      },
      projects: {
        properties: {
          client_id: {
            description: "Note:\nThis is a Foreign Key to `clients.id`.<fk table='clients' column='id'/>",
          },
          tags: { type: 'array', items: { type: 'string' } },
          data: { format: 'jsonb' },
          is_done: { type: 'boolean' },
        },
      },
    },
    parameters: { 'rowFilter.people.name': { name: 'name', in: 'query' }, 'body.people': { in: 'body' } },
  })
})

test('every reference of the document leads somewhere', () => {
  const document = openApiDocument(schema, { within: 'shop' })
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"\\]*(?:\\.[^"\\]*)*)"/g)]
  expect(references.length).toBeGreaterThan(100)
  for (const [, path = ''] of references) {
    const [group = '', name = ''] = (JSON.parse(`"${path}"`) as string).split(/\/(.*)/s)
    expect(Object.keys(document[group] as object)).toContain(name)
  }
})

test('the types of a database compile and type a client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-api-types-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'database.ts'), databaseTypes(schema, SETTINGS.schemas))
    writeFileSync(join(folder, 'use.ts'), USE)
    const flags = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const run = () =>
      execFileSync(process.execPath, [tsc, ...flags, 'use.ts'], { cwd: folder, encoding: 'utf8' })
    expect(run()).toBe('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** What a user of the types writes. Each `@ts-expect-error` is a wrong use that they notice. */
const USE = `
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database, Enums, Tables, TablesInsert } from './database.js'

const client = new PostgrestClient<Database, { PostgrestVersion: '14' }, 'shop'>('http://127.0.0.1')
export const mood: Enums<'mood'> = 'happy'
// @ts-expect-error no such label
export const wrong: Enums<'mood'> = 'angry'
export const person: Tables<'people'> = { id: 1, name: 'x' }
export const totals: Tables<'totals'> = { client_id: null, n: 1, total: 2 }
export const added: TablesInsert<'clients'> = { name: 'x' }
// @ts-expect-error the name is missing
export const missing: TablesInsert<'clients'> = {}
// @ts-expect-error a generated column
export const generated: TablesInsert<'generated'> = { id: 1 }
export async function use() {
  const { data } = await client.from('projects').select('id, tags, clients(name)').single()
  const name: string | undefined = data?.clients?.name
  const tags: string[] | null | undefined = data?.tags
  const { data: many } = await client.from('clients').select('id, projects(name)')
  const first: string | undefined = many?.[0]?.projects[0]?.name
  const { data: one } = await client.from('projects').select('details(text)').single()
  const text: string | null | undefined = one?.details?.text
  const { data: sum } = await client.rpc('add', { a: 1 })
  const five: number | null = sum
  return [name, tags, first, text, five]
}
`
