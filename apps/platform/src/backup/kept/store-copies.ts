/**
 * Copies of kept backups in the store outside this machine. What lies here and not there is sent; nothing is deleted there
 * because it is missing here, only what was removed on purpose.
 */
import { utimes } from 'node:fs/promises'
import { storeText } from '../../text/kept-backups.js'
import { BackupError } from '../backup-error.js'
import type { BackupStore } from './backup-store.js'

/** A file that is kept here. */
export interface LocalCopy {
  name: string
  path: string
}

export interface StoreState {
  where: string
  /** Files that are not in the store yet. */
  waiting: number
  /** Why the last attempt to send failed; null: it did not. */
  error: string | null
}

export interface StoreCopies {
  readonly store: BackupStore
  /** Sends what is missing, the first file first; tells the state instead of failing. @returns how many were sent */
  send(ref: string, files: readonly LocalCopy[]): Promise<number>
  /** Whether it is in the store, as far as this process knows. */
  has(ref: string, name: string): boolean
  /** @throws BackupError */
  remove(ref: string, names: readonly string[]): Promise<void>
  /** @throws BackupError when the folder of the store has backups of another installation */
  requireOurs(): Promise<void>
  /** Undefined: nothing was tried yet. */
  state(ref: string): StoreState | undefined
}

export const backupName = (ref: string, id: string): string => `backups/${ref}/${id}.backup`

/** The time is in the name: a store has no other place for it. */
export function segmentName(ref: string, line: string, { name, at }: { name: string; at: Date }): string {
  return `backups/${ref}/wal/${line}/${name}.${at.getTime()}`
}

/** Undefined: it is no segment. */
export function readSegmentName(
  name: string,
): { ref: string; line: string; name: string; at: Date } | undefined {
  const [, ref = '', line = '', segment = '', at = ''] =
    /^backups\/([^/]+)\/wal\/([^/]+)\/([^/]+)\.(\d+)$/.exec(name) ?? []
  return ref === '' ? undefined : { ref, line, name: segment, at: new Date(Number(at)) }
}

/** Fetches a segment with the time that it had. */
export async function fetchSegment(store: BackupStore, name: string, at: Date, path: string): Promise<void> {
  await store.fetch(name, path)
  await utimes(path, at, at)
}

export function createStoreCopies(
  store: BackupStore,
  installationId: string,
  { onFailure, stopping }: { onFailure(error: unknown, ref: string): void; stopping: AbortSignal },
): StoreCopies {
  const there = new Map<string, Set<string>>()
  const states = new Map<string, Omit<StoreState, 'where'>>()
  const working = new Map<string, Promise<number>>()
  let isOurs = false

  async function requireOurs(): Promise<void> {
    if (isOurs) return
    const owner = await store.owner()
    if (owner === undefined) await store.own(installationId)
    else if (owner !== installationId) throw new BackupError(storeText.ofOther(store.where))
    isOurs = true
  }

  /** Asked of the store once; what this process sends is added. */
  async function namesOf(ref: string): Promise<Set<string>> {
    await requireOurs()
    const known = there.get(ref)
    if (known) return known
    const found = new Set((await store.list(`backups/${ref}/`)).map(({ name }) => name))
    there.set(ref, found)
    return found
  }

  async function sendMissing(ref: string, files: readonly LocalCopy[]): Promise<number> {
    const note = (left: number) => states.set(ref, { waiting: left, error: states.get(ref)?.error ?? null })
    let sent = 0
    let waiting = files.length
    try {
      const names = await namesOf(ref)
      const missing = files.filter(({ name }) => !names.has(name))
      waiting = missing.length
      note(waiting)
      for (const { name, path } of missing) {
        if (stopping.aborted) return sent
        try {
          await store.send(name, path)
          names.add(name)
          sent += 1
        } catch (error) {
          // It was removed meanwhile.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        }
        waiting -= 1
        note(waiting)
      }
      states.set(ref, { waiting, error: null })
    } catch (error) {
      onFailure(error, ref)
      const sentence = error instanceof BackupError ? error.message : storeText.unexpected
      states.set(ref, { waiting, error: sentence })
    }
    return sent
  }

  return {
    store,
    async send(ref, files) {
      const after = (working.get(ref) ?? Promise.resolve(0)).then(() => sendMissing(ref, files))
      working.set(ref, after)
      return after
    },
    requireOurs,
    has: (ref, name) => there.get(ref)?.has(name) === true,
    async remove(ref, names) {
      if (names.length === 0) return
      await requireOurs()
      await store.remove(names)
      for (const name of names) there.get(ref)?.delete(name)
    },
    state(ref) {
      const found = states.get(ref)
      return found && { where: store.where, ...found }
    },
  }
}
