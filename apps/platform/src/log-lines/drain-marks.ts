/**
 * How far each drain has sent, as the thread of the lines knows it, and how many lines were deleted before they were sent. It is
 * kept in a file beside the lines, since old lines are deleted also before a drain asks for the first time.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LineFile } from './line-file.js'
import type { DeletedPart } from './line-store.js'
import { countQuestion, type DrainMark } from './unsent-lines.js'

export interface DrainMarks {
  /** What an earlier process wrote down. */
  read(): Promise<void>
  write(): Promise<void>
  /** True: this process did not know the drain, or knew it otherwise. */
  set(id: string, mark: DrainMark): boolean
  /** Nothing waits up to this number. */
  setEmpty(id: string, upTo: number): void
  /** -1: it is not known that nothing waits. */
  emptyTo(id: string): number
  lostOf(id: string): number
  toldLost(id: string, count: number): Promise<void>
  /** Other drains are forgotten. */
  keep(ids: readonly string[]): void
  beforeDeletion(file: LineFile, part?: DeletedPart): Promise<void>
}

interface Kept {
  marks: Record<string, DrainMark>
  lost: Record<string, number>
}

const FILE = 'drains.json'
const COUNT_MS = 10_000
/** Milliseconds between two writes of marks that moved. */
const WRITE_MS = 10_000

export function createDrainMarks(directory: string): DrainMarks {
  const marks = new Map<string, DrainMark>()
  const lost = new Map<string, number>()
  /** Of this process. */
  const empty = new Map<string, number>()
  const asked = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (marks.size === 0 && lost.size === 0 && asked.size === 0) return
    const kept: Kept = { marks: Object.fromEntries(marks), lost: Object.fromEntries(lost) }
    const path = join(directory, FILE)
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeFile(`${path}.new`, JSON.stringify(kept), { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
  }

  /** A full disk keeps it in memory: it is written with the next change. */
  const tryToWrite = () => write().catch(() => undefined)

  return {
    async read() {
      const text = await readFile(join(directory, FILE), 'utf8').catch(() => undefined)
      if (text === undefined) return
      try {
        const kept = JSON.parse(text) as Kept
        for (const [id, mark] of Object.entries(kept.marks)) if (!marks.has(id)) marks.set(id, mark)
        for (const [id, count] of Object.entries(kept.lost)) lost.set(id, (lost.get(id) ?? 0) + count)
      } catch {
        // The file can't be read: the counts start at zero.
      }
    },
    write,
    set(id, mark) {
      const known = marks.get(id)
      const isSame =
        asked.has(id) &&
        known !== undefined &&
        known.after <= mark.after &&
        known.project === mark.project &&
        known.sources.join() === mark.sources.join()
      marks.set(id, mark)
      asked.add(id)
      if (isSame) return false
      empty.delete(id)
      timer ??= setTimeout(() => void tryToWrite(), WRITE_MS).unref()
      return true
    },
    setEmpty: (id, upTo) => void empty.set(id, upTo),
    emptyTo: (id) => empty.get(id) ?? -1,
    lostOf: (id) => lost.get(id) ?? 0,
    async toldLost(id, count) {
      const left = (lost.get(id) ?? 0) - count
      if (left > 0) lost.set(id, left)
      else lost.delete(id)
      await tryToWrite()
    },
    keep(ids) {
      for (const id of [...marks.keys(), ...lost.keys()])
        if (!ids.includes(id)) for (const known of [marks, lost, empty]) known.delete(id)
    },
    async beforeDeletion(file, part) {
      if (!file.isNumbered()) return
      let isMore = false
      for (const [id, mark] of marks) {
        if (part && !part.projects.includes(mark.project)) continue
        const question = countQuestion(mark, Number.MAX_SAFE_INTEGER, part?.before)
        const [row] = await file.ask(question, COUNT_MS)
        const count = Number(row?.['count'] ?? 0)
        if (count === 0) continue
        lost.set(id, (lost.get(id) ?? 0) + count)
        isMore = true
      }
      if (isMore) await tryToWrite()
    },
  }
}
