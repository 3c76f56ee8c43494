/** Finds lines in the files of this process. */
import type { FoundLine, LogLineLevel, LogSource } from './log-line.js'
import { countsQuestion, searchQuestion, type LineSearch } from './line-question.js'
import type { LineStore } from './line-store.js'
import { mergedLines } from './merge-pages.js'

/** How many lines of a level there are in a bucket of time. */
export interface LevelCount {
  /** Milliseconds since 1970: where the bucket begins. */
  at: number
  level: LogLineLevel
  count: number
}

const MICROS = 1000

/** The newest first. @throws TooSlow */
export async function findLines(
  store: LineStore,
  search: LineSearch,
  { limit, limitMs }: { limit: number; limitMs: number },
): Promise<FoundLine[]> {
  let found: FoundLine[] = []
  const endsAt = performance.now() + limitMs
  await store.eachFile(search, async (file) => {
    const isWhole = found.length === limit
    // Lines are stored a little later than they happen: those before a full page may be in the next file.
    const from = isWhole ? Math.max(search.from ?? 0, Date.parse(found.at(-1)?.time ?? '')) : search.from
    const question = searchQuestion({ ...search, from }, limit)
    const rows = await file.ask(question, Math.max(1, endsAt - performance.now()))
    found = mergedLines([found, rows.map(lineOf)], limit).slice(0, limit)
    return !isWhole
  })
  return found
}

/** The oldest bucket first. @param bucketMs its width @throws TooSlow */
export async function countLines(
  store: LineStore,
  search: LineSearch,
  { bucketMs, limitMs }: { bucketMs: number; limitMs: number },
): Promise<LevelCount[]> {
  const counts = new Map<string, LevelCount>()
  const endsAt = performance.now() + limitMs
  await store.eachFile(search, async (file) => {
    const rows = await file.ask(countsQuestion(search, bucketMs), Math.max(1, endsAt - performance.now()))
    for (const row of rows) {
      const [at, level] = [Number(row['at']), row['level'] as LogLineLevel]
      const key = `${at} ${level}`
      const known = counts.get(key)
      counts.set(key, { at, level, count: (known?.count ?? 0) + Number(row['count']) })
    }
    return true
  })
  return [...counts.values()].sort((a, b) => a.at - b.at || (a.level < b.level ? -1 : 1))
}

/** A row of the columns that a search gives. */
export function lineOf(row: Record<string, unknown>): FoundLine {
  const id = String(row['id'])
  const fields = row['fields'] as string
  return {
    id,
    time: new Date(Math.floor(Number(id) / MICROS)).toISOString(),
    source: row['source'] as LogSource,
    level: row['level'] as LogLineLevel,
    request_id: row['request_id'] as string,
    message: row['message'] as string,
    fields: fields === '' ? {} : (JSON.parse(fields) as Record<string, unknown>),
  }
}
