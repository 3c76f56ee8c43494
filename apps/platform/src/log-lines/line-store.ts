/** The lines that are kept: one file a day, in parts of bounded size; the oldest go. It runs in the thread of the lines. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDb } from './duckdb.js'
import type { LineFile } from './line-file.js'
import {
  byAge,
  dayOf,
  fileName,
  filesToRemove,
  mayHold,
  readFileName,
  type LineFileName,
  type SizedFile,
} from './line-file-names.js'
import { createLineNumbers, lastNumberIn } from './line-numbers.js'
import type { LineSearch } from './line-question.js'
import { openFiles, isForLackOfRoom } from './open-files.js'
import type { StoredLine } from './stored-line.js'

export interface LineStoreDeps {
  duckdb: DuckDb
  /** Folder of the files. It is made. */
  directory: string
  keptDays: number
  keptBytes: number
  /** Of the disk. */
  freeBytes(): Promise<number>
  now(): number
  /** A file could not be opened and was renamed to `<name>.damaged`. Default: only a line says so. */
  onDamaged?(name: string, reason: string): void
  /** Called before lines are deleted. Without `part`, the whole file is deleted. Default: nothing is called. */
  beforeDeletion?(file: LineFile, part?: DeletedPart): Promise<void>
}

/** Of a file of which only a part is deleted. */
export interface DeletedPart {
  projects: readonly string[]
  /** Milliseconds since 1970. */
  before: number
}

/** A project that keeps its lines for less time than the store. */
export interface KeptProject {
  ref: string
  days: number
}

export interface LineStore {
  /** False: there is no room for them. Calls must not overlap. @throws Error */
  append(lines: readonly StoredLine[]): Promise<boolean>
  /** Calls `look` with each file that may hold such lines, the newest first, until it returns false. */
  eachFile(
    search: Pick<LineSearch, 'from' | 'to' | 'before'>,
    look: (file: LineFile) => Promise<boolean>,
  ): Promise<void>
  /** Deletes what projects keep for less time, in one file; the names of the files come from `oldFiles`. */
  forgetIn(name: string, kept: readonly KeptProject[]): Promise<void>
  /** The files of days that are over, the oldest first. */
  oldFiles(): Promise<string[]>
  /** Removes what is too old or too much. */
  tidy(): Promise<void>
  /** The number of the last line that is stored; 0: it is not known that there is one. */
  lastNumber(): Promise<number>
  /** The number of the last line of a project that this process stored; 0: it stored none. */
  lastNumberOf(project: string): number
  /** The names of all files that can be opened, the oldest first. */
  names(): Promise<string[]>
  /** What a file looks like on the disk: it changes when lines are added or deleted. */
  stampOf(name: string): Promise<string>
  /** Undefined: the file is damaged or gone. */
  lookInto<Value>(name: string, look: (file: LineFile) => Promise<Value>): Promise<Value | undefined>
  /** Closes the file that is written, until the next line. */
  rest(): Promise<void>
}

/** While the disk has less room, the oldest lines go, and new ones are not kept: databases need the rest. */
export const ROOM_BYTES = 400 * 1024 * 1024
/** Milliseconds between two looks at the size of the file and at the disk. */
const LOOK_MS = 2000
/** How many parts make up what is kept: it goes part by part. */
const PARTS = 8
const LEAST_PART_BYTES = 1024 * 1024
const DAY_MS = 24 * 60 * 60_000
const MICROS = 1000

export function createLineStore({
  duckdb,
  directory,
  keptDays,
  keptBytes,
  freeBytes,
  now,
  onDamaged,
  beforeDeletion,
}: LineStoreDeps): LineStore {
  const partBytes = Math.max(LEAST_PART_BYTES, keptBytes / PARTS)
  /** Lines of the store about itself, which come with the next ones. */
  let own: StoredLine[] = []
  const files = openFiles({
    duckdb,
    directory,
    onDamaged(name, reason) {
      own.push(ownLine(now(), 'error', `${name} could not be opened and was set aside`, { reason }))
      onDamaged?.(name, reason)
    },
  })
  let current: (LineFileName & { file: LineFile; done(): Promise<void> }) | undefined
  /** Which projects' lines of a file were deleted. */
  const forgotten = new Map<string, string>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let hasRoom = true
  const numbers = createLineNumbers(now)

  async function list(): Promise<LineFileName[]> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const names = await readdir(directory)
    return names.map(readFileName).filter((one) => one !== undefined)
  }

  async function sized(): Promise<SizedFile[]> {
    return Promise.all((await list()).map(async (one) => ({ ...one, bytes: await bytesOf(one.name) })))
  }

  async function bytesOf(name: string): Promise<number> {
    const paths = [name, `${name}.wal`].map((one) => join(directory, one))
    const sizes = await Promise.all(
      paths.map((path) =>
        stat(path).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  async function rest(): Promise<void> {
    const was = current
    current = undefined
    await was?.done()
  }

  async function remove({ name }: LineFileName): Promise<void> {
    if (current?.name === name || files.isUsed(name)) return
    // Nobody can read the lines of a damaged file.
    if (beforeDeletion && !name.endsWith('.damaged')) await lookInto(name, beforeDeletion)
    await Promise.all([name, `${name}.wal`].map((one) => rm(join(directory, one), { force: true })))
  }

  async function lookInto<Value>(
    name: string,
    look: (file: LineFile) => Promise<Value>,
  ): Promise<Value | undefined> {
    const used = await files.use(name)
    if (!used) return undefined
    try {
      return await look(used.file)
    } finally {
      await used.done()
    }
  }

  async function names(): Promise<string[]> {
    return (await list())
      .filter(({ isDamaged }) => !isDamaged)
      .sort(byAge)
      .map(({ name }) => name)
  }

  async function tidy(): Promise<void> {
    const gone = filesToRemove(await sized(), { now: now(), days: keptDays, bytes: keptBytes })
    for (const one of gone) await remove(one)
  }

  /** Gives room back to the disk, the oldest file first, as long as it has too little. */
  async function makeRoom(): Promise<boolean> {
    const oldest = (await list()).sort(byAge)
    for (const one of oldest) {
      if ((await freeBytes()) >= ROOM_BYTES) return true
      await remove(one)
    }
    if ((await freeBytes()) >= ROOM_BYTES) return true
    await rest()
    return false
  }

  /** Is asked often, and looks now and then. */
  async function look(): Promise<void> {
    if (now() - lookedAt < LOOK_MS) return
    lookedAt = now()
    hasRoom = await makeRoom()
    if (!current || (await bytesOf(current.name)) < partBytes) return
    await rest()
    await tidy()
  }

  /** The file that is written: the last part of the day, or the next one. */
  async function writable(): Promise<LineFile> {
    const today = dayOf(now())
    if (current && current.day !== today) {
      await rest()
      await tidy()
    }
    while (!current) {
      const parts = (await list()).filter(({ day }) => day === today)
      const last = parts.sort(byAge).at(-1)
      const isNew = !last || last.isDamaged || (await bytesOf(last.name)) >= partBytes
      const part = isNew ? (last?.part ?? 0) + 1 : last.part
      const name = fileName(today, part)
      const used = await files.use(name)
      if (used) current = { ...used, name, day: today, part, isDamaged: false }
    }
    return current.file
  }

  /** A clock that was set back must not make numbers smaller: the newest file and the one of today may hold the last one. */
  async function beginNumbers(): Promise<void> {
    if (numbers.isBegun) return
    const known = await names()
    const today = known.filter((name) => readFileName(name)?.day === dayOf(now())).at(-1)
    for (const name of new Set([known.at(-1), today]))
      if (name !== undefined) numbers.seen((await lookInto(name, lastNumberIn)) ?? 0)
    numbers.begin()
  }

  return {
    async append(lines) {
      await look()
      if (!hasRoom) return false
      try {
        await beginNumbers()
        const file = await writable()
        const all = [...own, ...lines]
        own = []
        await file.append(all, numbers.take(all.length))
        numbers.stored(all)
        return true
      } catch (error) {
        await rest()
        if (!isForLackOfRoom(error)) throw error
        hasRoom = false
        return false
      }
    },
    async eachFile({ from, to, before }, look) {
      const until = before === undefined ? to : Math.min(to ?? Infinity, Number(before) / MICROS)
      const found = (await list()).filter((one) => !one.isDamaged && mayHold(one, { from, to: until }))
      for (const { name } of found.sort(byAge).reverse()) {
        const used = await files.use(name)
        if (!used) continue
        try {
          if (!(await look(used.file))) return
        } finally {
          await used.done()
        }
      }
    },
    async forgetIn(name, kept) {
      const file = readFileName(name)
      if (!file || current?.name === name) return
      const byDays = new Map<number, string[]>()
      for (const { ref, days } of kept) byDays.set(days, [...(byDays.get(days) ?? []), ref])
      const due = [...byDays].filter(([days]) => file.day <= dayOf(now() - days * DAY_MS))
      // Opened once, and again only when another project keeps less.
      const about = JSON.stringify(due)
      if (due.length === 0 || forgotten.get(name) === about) return
      const used = await files.use(name)
      try {
        for (const [days, projects] of due) {
          const before = now() - days * DAY_MS
          if (used) await beforeDeletion?.(used.file, { projects, before })
          await used?.file.forget(projects, before)
        }
        // Lines of the last of its days go when that day is over.
        if (due.every(([days]) => file.day < dayOf(now() - days * DAY_MS))) forgotten.set(name, about)
      } finally {
        await used?.done()
      }
    },
    async oldFiles() {
      const all = (await list()).filter(({ day, isDamaged }) => !isDamaged && day < dayOf(now()))
      return all.sort(byAge).map(({ name }) => name)
    },
    async lastNumber() {
      await beginNumbers()
      return numbers.last
    },
    lastNumberOf: numbers.lastOf,
    names,
    async stampOf(name) {
      const paths = [name, `${name}.wal`].map((one) => join(directory, one))
      const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
      return found.map((one) => (one ? `${one.size} ${one.mtimeMs}` : '')).join()
    },
    lookInto,
    tidy,
    rest,
  }
}

/** A line of the store about itself, for the operator: it is about no project. */
export function ownLine(
  time: number,
  level: 'warn' | 'error',
  message: string,
  fields: Record<string, unknown>,
): StoredLine {
  return { time, project: '', source: 'log', level, requestId: '', message, fields: JSON.stringify(fields) }
}
