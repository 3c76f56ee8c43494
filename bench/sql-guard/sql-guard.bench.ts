/**
 * The guard's speed and size: a verdict, a split, hostile texts against a plain one, and what a browser loads for it.
 * The floor is PostgreSQL's own parser on the same text.
 */
import { confirmationFor, dangersIn, splitStatements, withAutoLimit } from '@basedeck/sql-guard'
import { judge, loadGrammar } from '@basedeck/sql-guard/grammar'
import { build } from 'esbuild'
import { loadModule, parseSync } from 'libpg-query'
import { measure } from 'mitata'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { timed, type BenchResult } from '../bench-result.js'
import { HOSTILE_PIECES, QUERY_1_KB, SCRIPT_1_MB, sized } from './samples.js'

/** All figures of this bench. */
export async function run(): Promise<BenchResult[]> {
  await loadModule()
  return [...(await verdicts()), ...(await scripts()), await hostile(), await grammar(), ...(await sizes())]
}

const FLOOR = 'libpg-query parse'
const NS_PER_US = 1_000

async function verdicts(): Promise<BenchResult[]> {
  const parse = (await nanoseconds(() => parseSync(QUERY_1_KB))) / NS_PER_US
  const verdict = (await nanoseconds(() => confirmationFor(QUERY_1_KB))) / NS_PER_US
  const run = await nanoseconds(() => [
    confirmationFor(QUERY_1_KB),
    dangersIn(QUERY_1_KB),
    withAutoLimit(QUERY_1_KB, 100),
  ])
  return [
    {
      name: 'verdict of a 1 kB query',
      value: verdict,
      unit: 'µs',
      floor: parse,
      floorName: FLOOR,
      budget: 50,
    },
    {
      name: 'all that Run asks of a 1 kB query',
      value: run / NS_PER_US,
      unit: 'µs',
      floor: parse,
      floorName: FLOOR,
    },
  ]
}

async function scripts(): Promise<BenchResult[]> {
  const script = wholeStatements(SCRIPT_1_MB)
  const floor = await timed(5, async () => parseSync(script))
  const value = await timed(15, async () => splitStatements(SCRIPT_1_MB))
  return [{ name: 'split of a 1 MB script', value, unit: 'ms', floor, floorName: FLOOR, budget: 100 }]
}

/** The sample is cut at its length; the parser refuses half a statement. */
function wholeStatements(script: string): string {
  return splitStatements(script)
    .slice(0, -1)
    .map(({ text }) => text)
    .join(';\n')
}

/** The slowest hostile text of 1 MB, as a multiple of the plain script. */
async function hostile(): Promise<BenchResult> {
  const work = (sql: string) =>
    timed(5, async () => [
      splitStatements(sql),
      confirmationFor(sql),
      dangersIn(sql),
      withAutoLimit(sql, 100),
    ])
  const plain = await work(SCRIPT_1_MB)
  let worst = { piece: '', ms: 0 }
  for (const piece of HOSTILE_PIECES) {
    const ms = await work(sized(piece, SCRIPT_1_MB.length))
    if (ms > worst.ms) worst = { piece, ms }
  }
  const name = `slowest hostile 1 MB, of nothing but ${JSON.stringify(worst.piece)}, to the plain script`
  return { name, value: worst.ms / plain, unit: '×', budget: 10 }
}

async function grammar(): Promise<BenchResult> {
  await loadGrammar()
  const floor = (await nanoseconds(() => parseSync(QUERY_1_KB))) / NS_PER_US
  const value = (await nanoseconds(() => judge(QUERY_1_KB))) / NS_PER_US
  return { name: 'judgement of a 1 kB query by the grammar', value, unit: 'µs', floor, floorName: FLOOR }
}

async function sizes(): Promise<BenchResult[]> {
  return [
    { name: 'synchronous rules in a browser', value: await gzipKb('index.ts'), unit: 'kB gzip', budget: 12 },
    { name: 'formatting in a browser', value: await gzipKb('format.ts'), unit: 'kB gzip' },
  ]
}

/** Size of an entry point as a bundler ships it, with everything it imports; in 1,000 bytes. */
async function gzipKb(file: string): Promise<number> {
  const entry = fileURLToPath(new URL(`../../packages/sql-guard/src/${file}`, import.meta.url))
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length / 1_000
}

/** The median time of one short call. */
async function nanoseconds(call: () => unknown): Promise<number> {
  const { p50 } = await measure(call, { min_cpu_time: 300_000_000 })
  return p50
}
