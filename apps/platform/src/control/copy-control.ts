/** Copies all rows of a control plane into an empty one of the same steps, and compares the two. */
import { pipeline } from 'node:stream/promises'
import { randomUUID } from 'node:crypto'
import { EngineError, type Database } from '../engines/engine.js'
import { createControlDatabase, type ControlDatabase } from './control-database.js'
import { rowsIn } from '../engines/wire/row-reader.js'
import { copyRow } from './copy-text.js'
import { controlText } from '../text/control.js'

interface Table {
  name: string
  /** The stored columns, in order. */
  columns: string[]
}

const TABLES_SQL = `
  select table_name as name, json_agg(column_name::text order by ordinal_position) as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'control' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
  group by table_name order by table_name`

const SEQUENCES_SQL = `
  select sequencename as name, last_value::text as value from pg_catalog.pg_sequences
  where schemaname = 'control' and last_value is not null order by 1`

/**
 * @param to its sessions must not check foreign keys, since the tables are copied in any order
 * @throws EngineError when the copy differs from the original
 */
export async function copyControl(from: Database, to: Database): Promise<void> {
  const [source, target] = [asked(from), asked(to)]
  const tables = await source.select<Table>(TABLES_SQL)
  // The migrations inserted rows.
  await target.script(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const table of tables) await copyTable(from, to, table)
  const sequences = await source.select<{ name: string; value: string }>(SEQUENCES_SQL)
  for (const { name, value } of sequences)
    await target.select('select pg_catalog.setval($1::regclass, $2::bigint)', [quoted(name), value])
  const [before, after] = await Promise.all([source, target].map((one) => summary(one, tables)))
  if (before !== after) throw new EngineError('unsupported', controlText.copyDiffers)
}

async function copyTable(from: Database, to: Database, { name, columns }: Table): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const { sink, rows: stored } = await to.copyIn(`copy ${quoted(name)} (${list}) from stdin`)
  const pieces = from.stream({
    runId: randomUUID(),
    as: 'admin',
    query: `select ${list} from ${quoted(name)}`,
  })
  await pipeline(async function* () {
    for await (const { bytes } of pieces) yield rowsIn(bytes).map(copyRow).join('')
  }, sink)
  await stored
}

/** Row count and checksum of each table, and the value of each sequence. */
async function summary(control: ControlDatabase, tables: readonly Table[]): Promise<string> {
  const sums: unknown[] = [await control.select(SEQUENCES_SQL)]
  for (const { name, columns } of tables) {
    const row = `row(${columns.map((column) => `"${column}"`).join(', ')})::text`
    sums.push(
      await control.select(
        `select count(*)::text as rows, sum(('x' || left(md5(${row}), 15))::bit(60)::bigint)::text as sum from ${quoted(name)}`,
      ),
    )
  }
  return JSON.stringify(sums)
}

function quoted(name: string): string {
  return `control."${name}"`
}

function asked(database: Database): ControlDatabase {
  return createControlDatabase(
    async () => database,
    async () => {},
  )
}
