/** Logs of a busy project: ten million lines of a week, in which words are searched. `BENCH_LINES` makes fewer. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createLogLines, LINES_FOLDER, type LogLines } from '../../apps/platform/src/log-lines/log-lines.js'
import { requestLine } from '../../apps/platform/src/log-lines/request-line.js'
import { timed, type BenchResult } from '../bench-result.js'

const LINES = Number(process.env['BENCH_LINES'] ?? 10_000_000)
const DAYS = 7
const DAY_MS = 24 * 60 * 60_000
/** As many as wait without a gap. */
const AT_ONCE = 20_000
const SEARCHES = 5

export async function run(): Promise<BenchResult[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'basedeck-many-lines-'))
  const lines = createLogLines({
    dataDir,
    keptDays: DAYS + 1,
    keptBytes: 8e9,
    log: pino({ level: 'silent' }),
  })
  try {
    const begin = Date.now() - DAYS * DAY_MS
    for (let at = 0; at < LINES; at += 1) {
      lines.write(lineOf(at, begin + (at / LINES) * DAYS * DAY_MS))
      if (at % AT_ONCE === 0) await lines.flush()
    }
    await lines.flush()
    const bytes = await bytesIn(join(dataDir, LINES_FOLDER))
    const lastDay = { from: Date.now() - DAY_MS }
    const of = `of ${LINES.toLocaleString('en')} lines`
    return [
      { name: `${of}: one on the disk`, value: bytes / LINES, unit: 'bytes', budget: 200 },
      await searchOf(lines, `${of}: the first page`, 200, {}),
      await searchOf(lines, `${of}: a word that no line of the last day has`, 1000, {
        ...lastDay,
        text: 'nowhere-to-be-found',
      }),
      await searchOf(lines, `${of}: a word of the last day that many lines have`, 1000, {
        ...lastDay,
        text: 'rest',
      }),
    ]
  } finally {
    await lines.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function searchOf(
  lines: LogLines,
  name: string,
  budget: number,
  search: { from?: number; text?: string },
): Promise<BenchResult> {
  const look = async () => {
    const found = await lines.search({ project: 'bench', ...search }, 100)
    if (found.type !== 'found') throw new Error(found.type)
  }
  return { name, value: await timed(SEARCHES, look), unit: 'ms', budget }
}

const ROUTES = [
  '/{ref}/rest/v1/read',
  '/{ref}/storage/v1/read',
  '/platform/projects/{ref}',
  '/{ref}/rest/v1/insert',
]

function lineOf(at: number, time: number) {
  const facts = {
    method: 'GET',
    route: ROUTES[at % ROUTES.length] ?? '',
    status: at % 50 === 0 ? 404 : 200,
    ms: (at * 7919) % 1000,
    ip: `10.0.${at % 7}.${at % 251}`,
    project: 'bench',
    requestId: crypto.randomUUID(),
  }
  return requestLine(facts, time)
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
