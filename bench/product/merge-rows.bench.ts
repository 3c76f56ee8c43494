/** The rows of a table of 1,000,000 in a branch and its parent: two ordered reads side by side, against two that are thrown away. */
import { temporaryDirectory } from '../../apps/platform/src/engines/testing/temporary-directory.js'
import { testCluster } from '../../apps/platform/src/engines/testing/test-cluster.js'
import type { Database } from '../../apps/platform/src/engines/engine.js'
import { comparedTable } from '../../apps/platform/src/merge/compared-table.js'
import { compareTableRows } from '../../apps/platform/src/merge/compare-rows.js'
import { timed, type BenchResult } from '../bench-result.js'

const ROWS = 1_000_000
const TURNS = 5
/** Of two ordered reads. */
const BUDGET = 2

const MAKE = `create table t (id bigint primary key, name text, at timestamptz, n numeric);
insert into t select g, 'row ' || g, '2024-01-01'::timestamptz + g * interval '1 second', g / 7.0 from generate_series(1, ${ROWS}) g;
vacuum analyze t`
const CHANGE = `update t set name = 'changed' where id % 100000 = 0; delete from t where id % 250000 = 1`

async function readAll(database: Database, query: string): Promise<void> {
  let rows = 0
  for await (const piece of database.stream({ runId: crypto.randomUUID(), query, timeoutMs: 0 }))
    rows += piece.rows
  if (rows < ROWS / 2) throw new Error(`Only ${rows} rows were read`)
}

export async function run(): Promise<BenchResult[]> {
  const directory = await temporaryDirectory()
  const engine = await testCluster(directory.path)
  try {
    const [parent, branch] = (await Promise.all(['parent', 'branch'].map((id) => engine.open(id)))) as [
      Database,
      Database,
    ]
    for (const database of [parent, branch])
      for (const query of MAKE.split(';\n'))
        await database.run({ runId: crypto.randomUUID(), query, timeoutMs: 0 })
    await branch.run({ runId: 'change', query: CHANGE, timeoutMs: 0 })
    const name = { schema: 'public', table: 't' }
    const { query } = await comparedTable(parent, branch, name, 'owner')
    const floor = await timed(TURNS, () => Promise.all([readAll(parent, query), readAll(branch, query)]))
    let found = ''
    const before = process.memoryUsage().rss
    const value = await timed(TURNS, async () => {
      const { changed, removed } = await compareTableRows({ parent, branch }, name, {
        as: 'owner',
        signal: new AbortController().signal,
      })
      found = `It found ${changed} changed and ${removed} removed rows; the process grew by ${Math.round((process.memoryUsage().rss - before) / 1e6)} MB.`
    })
    return [
      {
        name: `the ${ROWS} rows of a branch and its parent are compared`,
        value,
        unit: 'ms',
        floor,
        floorName: 'two ordered reads side by side',
        budget: Math.round(floor * BUDGET),
        notes: [found],
      },
    ]
  } finally {
    await engine.close()
    await directory.remove()
  }
}
