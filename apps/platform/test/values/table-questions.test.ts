/** The table editor's filters and orders, asked of a column of each type: each is answered, or its sentence says why not. */
import { FILTER_OPERATORS, type FilterOperator } from '@basedeck/core/rules'
import { tableDetailIn, tableDetailStatement, tableRowsStatement, type TableDetail } from '@basedeck/core/sql'
import type { Cell } from '@basedeck/platform-client/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runApp, type RunningApp } from '../running-app.js'
import { makeValueTable, type ValueTable } from './value-table.js'

let running: RunningApp
let table: ValueTable
let detail: TableDetail
let runs = 0

async function ask(query: string, parameters: readonly Cell[]): Promise<readonly (readonly Cell[])[]> {
  runs += 1
  const run = { runId: `questions-${runs}`, query, parameters: [...parameters], timeoutMs: 0 }
  const { results } = await table.database.run(run)
  return results.at(-1)?.rows ?? []
}

beforeAll(async () => {
  running = await runApp('pglite')
  table = await makeValueTable(await running.life.database('default'), ['extreme', 'hostile'])
  const { query, parameters } = tableDetailStatement(table.id)
  const found = tableDetailIn(table.id, (await ask(query, parameters))[0])
  if (!found) throw new Error('The table is not there')
  detail = found
})
afterAll(() => running?.stop())

const page = { sorts: [], filters: [], offset: 0, limit: 1000 }

test('rows are ordered by a column of any type, in both directions', async () => {
  const failed: string[] = []
  for (const { name } of detail.columns)
    for (const isAscending of [true, false]) {
      const { query, parameters } = tableRowsStatement(detail, {
        ...page,
        sorts: [{ column: name, isAscending }],
      })
      await ask(query, parameters).catch((error: Error) => failed.push(`${name}: ${error.message}`))
    }
  expect(failed).toEqual([])
})

test('a value of any type is found by itself, by each operator that compares', async () => {
  const failed: string[] = []
  for (const [at, { name }] of detail.columns.entries()) {
    const held = table.rows.filter((row) => (row[at] ?? null) !== null)
    for (const [number, row] of held.entries()) {
      const value = row[at] ?? ''
      for (const operator of Object.keys(FILTER_OPERATORS) as FilterOperator[]) {
        if (operator === 'is' || operator === 'like' || operator === 'ilike') continue
        // Every value is looked for; how it compares depends on its type.
        if (number > 1 && operator !== 'eq' && operator !== 'in') continue
        const listed = operator === 'in' ? `"${value.replaceAll('"', '""')}"` : value
        const filters = [{ column: name, operator, value: listed }]
        const { query, parameters } = tableRowsStatement(detail, { ...page, filters })
        const said = `${name} ${operator} ${JSON.stringify(value).slice(0, 40)}`
        try {
          const found = (await ask(query, parameters)).some(([id]) => id === row[0])
          const isItself = ['eq', 'gte', 'lte', 'in'].includes(operator)
          if (found !== isItself) failed.push(`${said}: ${found ? 'found' : 'not found'}`)
        } catch (error) {
          failed.push(`${said}: ${(error as Error).message}`)
        }
      }
    }
  }
  expect(failed).toEqual([])
}, 120_000)
