/** Comparing two databases of 2,000 tables: reading both catalogues, and finding what makes one out of the other. */
import { temporaryDirectory } from '../../apps/platform/src/engines/testing/temporary-directory.js'
import { testCluster } from '../../apps/platform/src/engines/testing/test-cluster.js'
import type { Database } from '../../apps/platform/src/engines/engine.js'
import { diffSchemas } from '../../apps/platform/src/schema-diff/diff-schemas.js'
import { readCatalogue } from '../../apps/platform/src/schema-diff/read-catalogue.js'
import { timed, type BenchResult } from '../bench-result.js'

const TABLES = 2000
const TURNS = 5
const BUDGET_MS = 3000

/** One transaction holds no more locks than the server has room for. */
const AT_ONCE = 100

const make = (first: number) => `do $$ begin for n in ${first}..${first + AT_ONCE - 1} loop
  execute format('create table t_%s (id bigint generated always as identity primary key, name text not null,
    at timestamptz default now(), other bigint)', n);
  execute format('create index on t_%s (name)', n);
  if n % 2 = 0 then execute format('alter table t_%s add foreign key (other) references t_%s', n, n - 1); end if;
end loop; end $$`

const CHANGE = `do $$ begin for n in 1..100 loop execute format('alter table t_%s add column more text', n); end loop; end $$`

export async function run(): Promise<BenchResult[]> {
  const directory = await temporaryDirectory()
  const engine = await testCluster(directory.path)
  try {
    const both = await Promise.all(['one', 'other'].map((id) => engine.open(id)))
    for (const [at, database] of both.entries()) {
      for (let first = 1; first <= TABLES; first += AT_ONCE)
        await database.run({ runId: `make-${at}`, query: make(first), timeoutMs: 0 })
      if (at === 1) await database.run({ runId: 'change', query: CHANGE, timeoutMs: 0 })
      await database.run({ runId: `analyze-${at}`, query: 'analyze', timeoutMs: 0 })
    }
    const [one, other] = both as [Database, Database]
    let changes = 0
    const value = await timed(TURNS, async () => {
      const [from, to] = await Promise.all([readCatalogue(one), readCatalogue(other)])
      changes = diffSchemas(from, to).changes.length
    })
    return [
      {
        name: `two catalogues of ${TABLES} tables are compared`,
        value,
        unit: 'ms',
        budget: BUDGET_MS,
        notes: [`It found ${changes} changes.`],
      },
    ]
  } finally {
    await engine.close()
    await directory.remove()
  }
}
