/** Runs all benches, or those named; writes `bench/results/<bench>.json` and `bench/results/README.md`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { BenchResult } from './bench-result.js'

const BENCHES: Record<string, () => Promise<{ run(): Promise<BenchResult[]> }>> = {
  'sql-guard': () => import('./sql-guard/sql-guard.bench.js'),
  query: () => import('./product/query.bench.js'),
  import: () => import('./product/import.bench.js'),
  export: () => import('./product/export.bench.js'),
  result: () => import('./product/result.bench.js'),
  order: () => import('./product/order.bench.js'),
  'table-editor': () => import('./product/table-editor.bench.js'),
  storage: () => import('./product/storage.bench.js'),
  'data-api': () => import('./product/data-api.bench.js'),
  realtime: () => import('./product/realtime.bench.js'),
  functions: () => import('./product/functions.bench.js'),
  'hostile-bodies': () => import('./product/hostile-bodies.bench.js'),
  keys: () => import('./product/keys.bench.js'),
  logs: () => import('./product/logs.bench.js'),
  'many-lines': () => import('./product/many-lines.bench.js'),
  reports: () => import('./product/reports.bench.js'),
  'schema-diff': () => import('./product/schema-diff.bench.js'),
  copies: () => import('./product/copies.bench.js'),
  archiving: () => import('./product/archiving.bench.js'),
  'merge-rows': () => import('./product/merge-rows.bench.js'),
  control: () => import('./product/control.bench.js'),
  snippets: () => import('./product/snippets.bench.js'),
  inbox: () => import('./product/inbox.bench.js'),
  connect: () => import('./product/connect.bench.js'),
  start: () => import('./product/start.bench.js'),
  'command-menu': () => import('./product/command-menu.bench.js'),
  shell: () => import('./product/shell.bench.js'),
  page: () => import('./product/page.bench.js'),
  typing: () => import('./product/typing.bench.js'),
  completion: () => import('./completion/completion.bench.js'),
}

const results = fileURLToPath(new URL('./results', import.meta.url))
mkdirSync(results, { recursive: true })
const wanted = process.argv.slice(2)
for (const [name, load] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  const figures = await (await load()).run()
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`)
  console.log(table(figures))
}
writeReadme()

function table(figures: readonly BenchResult[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    `${round(figure.value)} ${figure.unit}`,
    figure.floor === undefined ? '' : `${round(figure.floor)} ${figure.unit} (${figure.floorName})`,
    figure.floor === undefined || figure.floor === 0 ? '' : `${round(figure.value / figure.floor)} ×`,
    figure.budget === undefined ? '' : `${figure.budget} ${figure.unit}`,
  ])
  const notes = figures.flatMap((figure) => figure.notes ?? []).map((note) => `- ${note}`)
  return [
    ...[['what', 'measured', 'floor', 'ratio', 'budget'], ['---', '---', '---', '---', '---'], ...rows].map(
      (row) => `| ${row.join(' | ')} |`,
    ),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n')
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function writeReadme(): void {
  const sections = readdirSync(results)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const figures: unknown = JSON.parse(readFileSync(join(results, file), 'utf8'))
      // `npm run mutate` keeps its own file there.
      return Array.isArray(figures)
        ? [`## ${file.replace('.json', '')}\n\n${table(figures as BenchResult[])}\n`]
        : []
    })
  const machine = `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}).`
  writeFileSync(
    join(results, 'README.md'),
    `# Figures\n\nWritten by \`npm run bench\`. ${machine}\n\n${sections.join('\n')}`,
  )
}
