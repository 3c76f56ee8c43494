/** Random filters and embeddings give what SQL gives that is written by hand for them. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataSchema } from '../src/index.js'
import { answerTo, readSchema } from './answer-request.js'
import { overPglite, type TestDatabase } from './database.js'
import { loadFixture } from './load-fixture.js'

let database: TestDatabase
let schema: DataSchema

beforeAll(async () => {
  database = await overPglite()
  await loadFixture(database)
  schema = await readSchema(database)
})

afterAll(() => database.close())

/** A filter in the language, and the same by hand. */
interface Both {
  asked: string
  sql: (alias: string) => string
}

const number = fc.integer({ min: 0, max: 5 })
const text = fc.constantFrom('Windows', 'Roof', 'Garden', 'a,b', 'x"y', "it's", '(', '')
const comparison = fc.constantFrom(
  ['eq', '='],
  ['neq', '<>'],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
)
const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const onNumber = (column: string) =>
  fc.tuple(comparison, number).map(([[word, operator], value]): Both => ({
    asked: `${column}.${word}.${value}`,
    sql: (alias) => `${alias}.${column} ${operator} ${value}`,
  }))
const onText = fc.tuple(comparison, text).map(([[word, operator], value]): Both => ({
  asked: `name.${word}.${quoted(value)}`,
  sql: (alias) => `${alias}.name ${operator} ${literal(value)}`,
}))
const inList = fc.array(number, { maxLength: 3 }).map((list): Both => ({
  asked: `id.in.(${list.join(',')})`,
  sql: (alias) => (list.length === 0 ? 'false' : `${alias}.id in (${list.join(', ')})`),
}))
const textIn = fc.array(text, { minLength: 1, maxLength: 3 }).map((list): Both => ({
  asked: `name.in.(${list.map(quoted).join(',')})`,
  sql: (alias) => `${alias}.name in (${list.map(literal).join(', ')})`,
}))
const like = fc.constantFrom('*o*', 'W*', '*s', '*').map((pattern): Both => ({
  asked: `name.like.${pattern}`,
  sql: (alias) => `${alias}.name like ${literal(pattern.replaceAll('*', '%'))}`,
}))
const isNull = (column: string) =>
  fc.constantFrom(['null', 'null'], ['not_null', 'not null']).map(([word, sql]): Both => ({
    asked: `${column}.is.${word}`,
    sql: (alias) => `${alias}.${column} is ${sql}`,
  }))

/** Trees of conditions of a table, with a column that may be null. */
function filterOf(nullable: string): fc.Arbitrary<Both> {
  const leaf = fc.oneof(onNumber('id'), onNumber(nullable), onText, inList, textIn, like, isNull(nullable))
  const negated = leaf.map(({ asked, sql }): Both => ({
    asked: asked.replace('.', '.not.'),
    sql: (alias) => `not (${sql(alias)})`,
  }))
  const { tree } = fc.letrec<{ tree: Both; logic: Both }>((tie) => ({
    tree: fc.oneof({ maxDepth: 3 }, leaf, negated, tie('logic')),
    logic: fc
      .tuple(
        fc.constantFrom('and', 'or'),
        fc.boolean(),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
      )
      .map(([word, isNegated, parts]): Both => ({
        asked: `${isNegated ? 'not.' : ''}${word}(${parts.map((part) => part.asked).join(',')})`,
        sql: (alias) => {
          const joined = parts.map((part) => `(${part.sql(alias)})`).join(` ${word} `)
          return isNegated ? `not (${joined})` : `(${joined})`
        },
      })),
  }))
  return tree
}

const asParameter = (path: string, { asked }: Both) => `${path}and=${encodeURIComponent(`(${asked})`)}`

async function byHand(sql: string): Promise<unknown> {
  const [row] = await database.query({ text: sql, values: [] })
  return JSON.parse((row as { body: string }).body)
}

test('a tree of filters', async () => {
  const property = fc.asyncProperty(filterOf('client_id'), async (filter) => {
    const url = `/projects?select=id&order=id&${asParameter('', filter)}`
    const { body } = await answerTo(database, schema, { url })
    const expected = await byHand(
      `select coalesce(json_agg(json_build_object('id', p.id) order by p.id), '[]')::text as body from shop.projects p where ${filter.sql('p')}`,
    )
    expect(JSON.parse(body)).toEqual(expected)
  })
  await fc.assert(property, { numRuns: 400, interruptAfterTimeLimit: 25_000 })
})

test('filters, orders and limits on three levels, with inner and left joins', async () => {
  const level = (nullable: string) =>
    fc.record({
      filter: filterOf(nullable),
      isInner: fc.boolean(),
      limit: fc.integer({ min: 1, max: 4 }),
      isDescending: fc.boolean(),
    })
  const property = fc.asyncProperty(
    filterOf('id'),
    level('client_id'),
    level('parent_id'),
    async (root, middle, inner) => {
      const mark = ({ isInner }: { isInner: boolean }) => (isInner ? '!inner' : '')
      const orderOf = ({ isDescending }: { isDescending: boolean }) => (isDescending ? 'desc' : 'asc')
      const url =
        `/clients?select=id,projects${mark(middle)}(id,tasks${mark(inner)}(id))&order=id` +
        `&${asParameter('', root)}&${asParameter('projects.', middle.filter)}&${asParameter('projects.tasks.', inner.filter)}` +
        `&projects.order=id.${orderOf(middle)}&projects.limit=${middle.limit}` +
        `&projects.tasks.order=id.${orderOf(inner)}&projects.tasks.limit=${inner.limit}`
      const { body } = await answerTo(database, schema, { url })
      const tasks = `select t.id from shop.tasks t where t.project_id = p.id and ${inner.filter.sql('t')}`
      const projects = `select p.id from shop.projects p where p.client_id = c.id and ${middle.filter.sql('p')}${inner.isInner ? ` and exists (${tasks})` : ''}`
      const ofTasks =
        `(select coalesce(json_agg(json_build_object('id', x.id) order by x.id ${orderOf(inner)}), '[]')` +
        ` from (${tasks.replaceAll('p.id', 'pp.id')} order by 1 ${orderOf(inner)} limit ${inner.limit}) x)`
      const ofProjects =
        `(select coalesce(json_agg(json_build_object('id', pp.id, 'tasks', ${ofTasks}) order by pp.id ${orderOf(middle)}), '[]')` +
        ` from (${projects} order by 1 ${orderOf(middle)} limit ${middle.limit}) pp)`
      const expected = await byHand(
        `select coalesce(json_agg(json_build_object('id', c.id, 'projects', ${ofProjects}) order by c.id), '[]')::text as body` +
          ` from shop.clients c where ${root.sql('c')}${middle.isInner ? ` and exists (${projects})` : ''}`,
      )
      expect(JSON.parse(body)).toEqual(expected)
    },
  )
  await fc.assert(property, { numRuns: 300, interruptAfterTimeLimit: 25_000 })
})
