/** Lines of logs: how many are taken in, how long a word among a million takes, and what a line costs the call that it is about. */
import { createClient, getProject, listApiKeys, queryTyped } from '@basedeck/platform-client'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createLogLines, LINES_FOLDER, type LogLines } from '../../apps/platform/src/log-lines/log-lines.js'
import { requestLine } from '../../apps/platform/src/log-lines/request-line.js'
import { sentLine } from '../../apps/platform/src/log-lines/sent-line.js'
import { createWaitingLines } from '../../apps/platform/src/log-lines/waiting-lines.js'
import { startPlatform, type Platform } from '../../e2e/models/platform.js'
import { median, timed, type BenchResult } from '../bench-result.js'

const LINES = 1_000_000
/** As many as wait without a gap. */
const AT_ONCE = 20_000
const SEARCHES = 7
const ROUNDS = 9
const ROUND_MS = 1500
const CONNECTIONS = 20
const MB = 1024 * 1024
const IN_A_BATCH = 2000

/** All figures of this bench. */
export async function run(): Promise<BenchResult[]> {
  return [...(await stored()), costOnTheLoop(), ...(await costOfACall())]
}

async function stored(): Promise<BenchResult[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'basedeck-logs-'))
  const lines = createLogLines({ dataDir, keptDays: 7, keptBytes: 1e9, log: pino({ level: 'silent' }) })
  try {
    lines.write(lineOf(0))
    await lines.flush()
    const startedAt = performance.now()
    for (let at = 1; at < LINES; at += 1) {
      lines.write(lineOf(at))
      if (at % AT_ONCE === 0) await lines.flush()
    }
    await lines.flush()
    const seconds = (performance.now() - startedAt) / 1000
    const bytes = await bytesIn(join(dataDir, LINES_FOLDER))
    return [
      { name: 'lines taken in and stored (at least 20,000)', value: LINES / seconds, unit: 'a second' },
      { name: 'a line on the disk', value: bytes / LINES, unit: 'bytes' },
      { name: `all lines on the disk, ${LINES.toLocaleString('en')}`, value: bytes / MB, unit: 'MB' },
      await searchOf(lines, 'a word that the newest lines have', 'rest'),
      await searchOf(lines, 'a word that one of a million lines has', 'only-the-first'),
      await searchOf(lines, 'a word that no line has', 'nowhere-to-be-found'),
    ]
  } finally {
    await lines.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function searchOf(lines: LogLines, name: string, text: string): Promise<BenchResult> {
  const search = async () => {
    const found = await lines.search({ project: 'bench', text }, 100)
    if (found.type !== 'found') throw new Error(found.type)
  }
  return { name, value: await timed(SEARCHES, search), unit: 'ms' }
}

const ROUTES = [
  '/{ref}/rest/v1/read',
  '/{ref}/storage/v1/read',
  '/platform/projects/{ref}',
  '/{ref}/rest/v1/insert',
]

function lineOf(at: number) {
  const facts = {
    method: 'GET',
    route: ROUTES[at % ROUTES.length] ?? '',
    status: at % 50 === 0 ? 404 : 200,
    ms: (at * 7919) % 1000,
    ip: `10.0.${at % 7}.${at % 251}`,
    project: 'bench',
    requestId: crypto.randomUUID(),
    ...(at === 0 ? { code: 'only-the-first' } : {}),
  }
  return requestLine(facts, Date.now())
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** What the loop that answers a call does for its line; all else is the work of the other thread. */
function costOnTheLoop(): BenchResult {
  const waiting = createWaitingLines()
  const made = Array.from({ length: AT_ONCE }, (_, at) => lineOf(at))
  const round = () => {
    const before = process.cpuUsage()
    for (const line of made) waiting.add(sentLine(line), line.time)
    while (waiting.count > 0) JSON.stringify(waiting.take(IN_A_BATCH))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / AT_ONCE
  }
  round()
  const value = median(Array.from({ length: SEARCHES }, round))
  return { name: 'a line, on the loop that answers its call (processor time)', value, unit: 'µs' }
}

/** Two platforms that differ in nothing else, asked in turns. */
async function costOfACall(): Promise<BenchResult[]> {
  const platforms: Platform[] = []
  try {
    for (const args of [[], ['--log-days', '0']]) platforms.push(await startPlatform('cluster', args))
    const [kept, notKept] = await Promise.all(platforms.map(readOf))
    if (!kept || !notKept) throw new Error('A platform is missing')
    const rates: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      rates[0].push(await answersASecond(kept))
      rates[1].push(await answersASecond(notKept))
    }
    const [withLines, without] = [median(rates[0]), median(rates[1])]
    return [
      {
        name: 'reads of one row by the data API, each with its line (at least 0.97 × without)',
        value: withLines,
        unit: 'a second',
        floor: without,
        floorName: 'the same with --log-days 0',
      },
    ]
  } finally {
    await Promise.all(platforms.map((platform) => platform.dispose()))
  }
}

async function readOf(platform: Platform): Promise<() => Promise<unknown>> {
  const client = createClient({ baseUrl: platform.url })
  const params = { ref: 'default' }
  const query = `create table todos (id int8 primary key, task text);
    insert into todos select n, 'task ' || n from generate_series(1, 1000) n`
  await client.call(queryTyped, { params, body: { query, runId: crypto.randomUUID() } })
  const { restUrl } = await client.call(getProject, { params })
  const keys = await client.call(listApiKeys, { params, query: { reveal: true } })
  const apikey = keys.find(({ name }) => name === 'service_role')?.api_key ?? ''
  return async () => {
    const answer = await fetch(`${restUrl}/rest/v1/todos?id=eq.5`, { headers: { apikey } })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}

async function answersASecond(read: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let answers = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - startedAt < ROUND_MS) {
        await read()
        answers += 1
      }
    }),
  )
  return answers / ((performance.now() - startedAt) / 1000)
}
