/**
 * When keys were last used, to the minute. A use is noted in memory, and all of them are written together, so that no call
 * waits for it; a process that is killed loses those of the last minute.
 */
import type { Logger } from 'pino'
import { markUsed } from '../control/api-keys.js'
import type { ControlDatabase } from '../control/control-database.js'

const WRITE_EVERY_MS = 60_000
const MINUTE_MS = 60_000

/** Passes on the first use of each key in a minute. @param nowMs for tests */
export function oncePerMinute(tell: (hash: string) => void, nowMs = Date.now): (hash: string) => void {
  let minute = 0
  const told = new Set<string>()
  return (hash) => {
    const now = Math.floor(nowMs() / MINUTE_MS)
    if (now !== minute) told.clear()
    minute = now
    if (told.has(hash)) return
    told.add(hash)
    tell(hash)
  }
}

export interface KeyUse {
  /** @param hash of the key */
  used(hash: string): void
  /** Writes what was noted. A failure is logged, and the uses are kept for the next time. */
  write(): Promise<void>
  /** Writes what is left, and stops. */
  close(): Promise<void>
}

export interface KeyUseDeps {
  /** Undefined until the control plane is open. */
  control(): Pick<ControlDatabase, 'append'> | undefined
  log: Pick<Logger, 'warn'>
  now(): Date
}

export function createKeyUse({ control, log, now }: KeyUseDeps): KeyUse {
  let noted = new Map<string, Date>()
  const write = async () => {
    const opened = control()
    if (noted.size === 0 || !opened) return
    const writing = noted
    noted = new Map()
    try {
      await opened.append([markUsed(writing)])
    } catch (error) {
      noted = new Map([...writing, ...noted])
      log.warn({ err: error }, 'when keys were last used could not be written; it is tried again soon')
    }
  }
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref()
  return {
    used: (hash) => void noted.set(hash, new Date(Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS)),
    write,
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}
