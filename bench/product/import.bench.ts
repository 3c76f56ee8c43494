/**
 * A CSV file of a million rows into a table: as it is, read line by line, and with bad rows that are skipped, against psql's
 * \copy of the file without them.
 */
import { createClient, newId, queryTyped, type ImportPlan } from '@basedeck/platform-client'
import { linesOfFile, rowsOfFile } from '@basedeck/core/rules/imports'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '../../e2e/models/platform.js'
import type { BenchResult } from '../bench-result.js'
import { psqlOf } from './psql.js'

const ROWS = Number(process.env['BASEDECK_BENCH_ROWS'] ?? 1_000_000)
/** One row of so many can't be saved. */
const BAD_EVERY = 100
const COLUMNS = ['id', 'name', 'amount', 'day', 'note']
const TABLE = 'create table bench (id int8, name text, amount numeric, day date, note text)'
const PARAMS = { ref: 'default' }
const READING = { delimiter: ',', quote: '"', encoding: 'utf-8', hasHeader: true, columns: 5 } as const

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-import-'))
  const client = createClient({ baseUrl: platform.url })
  try {
    // PostgreSQL's own user reads nothing of it, but psql may run as another one.
    await chmod(folder, 0o755)
    const path = join(folder, 'rows.csv')
    await writeFile(
      path,
      fileText(() => false),
    )
    const file = new Blob([await readFile(path)])
    const badFile = new Blob([fileText((at) => at % BAD_EVERY === 0)])
    const psql = await psqlOf(platform.dataDir)
    const sql = (query: string) =>
      client.call(queryTyped, { params: PARAMS, body: { query, runId: newId() } })
    const emptied = () => sql(`drop table if exists bench; ${TABLE}`)
    const plan: Omit<ImportPlan, 'form' | 'runId'> = {
      schema: 'public',
      table: 'bench',
      columns: COLUMNS,
      empty: 'null',
    }
    async function imported(form: ImportPlan['form'], lines: Blob, rows = ROWS): Promise<void> {
      for await (const line of client.importRows(
        { params: PARAMS, plan: { ...plan, form, runId: newId() } },
        lines,
      ))
        if (line.type !== 'rejected' && (line.type !== 'imported' || line.rows !== rows))
          throw new Error(JSON.stringify(line))
    }
    const measure = async (work: () => Promise<unknown>): Promise<number> => {
      const all: number[] = []
      for (let round = 0; round < 3; round += 1) {
        await emptied()
        const begun = performance.now()
        await work()
        all.push(performance.now() - begun)
      }
      return all.toSorted((one, other) => one - other)[1] ?? Number.NaN
    }
    const copied = await measure(() => psql(`\\copy bench from '${path}' (format csv, header)`))
    const direct = { type: 'direct', header: false, delimiter: ',', quote: '"' } as const
    const options = { onRead: () => undefined }
    const asItIs = await measure(() => imported({ ...direct, header: true }, file))
    const read = await measure(async () =>
      imported(direct, (await rowsOfFile(file, READING, options)) ?? new Blob([])),
    )
    const checked = await measure(async () =>
      imported({ type: 'checked', onBadRows: 'refuse' }, await linesOfFile(file, READING, options)),
    )
    // As the panel does it: its first rows show that some may be refused.
    const skipped = await measure(async () => {
      const lines = await linesOfFile(badFile, READING, options)
      await imported({ type: 'checked', onBadRows: 'skip' }, lines, ROWS - Math.floor(ROWS / BAD_EVERY))
    })
    const size = `${ROWS.toLocaleString('en')} rows × 5 (${Math.round(file.size / 1e6)} MB)`
    const floor = { unit: 'ms' as const, floor: copied, floorName: 'psql \\copy' }
    return [
      { name: `import of ${size}, a file without quotes`, value: asItIs, ...floor },
      { name: `import of ${size}, read line by line`, value: read, ...floor },
      { name: `import of ${size}, checked line by line`, value: checked, ...floor },
      { name: `import of ${size}, 1 % bad rows that are skipped`, value: skipped, ...floor },
    ]
  } finally {
    await platform.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}

function fileText(isBad: (at: number) => boolean): string {
  const lines = [COLUMNS.join(',')]
  for (let at = 1; at <= ROWS; at += 1) {
    const amount = isBad(at) ? 'much' : (at * 7) / 100
    lines.push(`${at},customer ${at},${amount},2026-0${1 + (at % 9)}-1${at % 10},note of ${at}`)
  }
  return `${lines.join('\n')}\n`
}
