/**
 * What is known of the schemas of each project's database. It is read once, and again when it changed; requests meanwhile are
 * answered by what was known before.
 */
import { dataSchemaOf, schemaStatement, type DataSchema } from '@basedeck/data-api'
import type { DataApiConfig } from '@basedeck/platform-client/contract'
import type { ProjectSessions } from '../sessions/project-sessions.js'
import { sessionLimitsOf } from './session-limits.js'

export interface KnownSchema {
  schema: DataSchema
  /** Whether service_role bypasses row-level security, so that a secret key sees all rows. */
  serviceSeesAll: boolean
}

export interface KeptSchemas {
  /** @throws DatabaseError, EngineError, DomainError */
  of(ref: string, settings: DataApiConfig): Promise<KnownSchema>
  /** The database changed: it is read again, at most twice in 100 ms. */
  changed(ref: string): void
  /** Reads it again, unless that was done just now: then undefined. */
  again(ref: string): Promise<KnownSchema> | undefined
  forget(ref: string): void
}

/** Milliseconds between two readings. */
const REST_MS = 50
/** The same where a request asks for it, because it did not find what it looked for. */
const AGAIN_MS = 1000
const READ_MS = 60_000
const MOST_BYTES = 256 * 1024 * 1024
const SERVICE_SEES_ALL = {
  text: `select rolbypassrls or rolsuper from pg_catalog.pg_roles where rolname = 'service_role'`,
  values: [],
}

interface Kept {
  settings: DataApiConfig
  schema: Promise<KnownSchema>
  /** When it was read last, on the monotonic clock. */
  readAt: number
  /** A reading that is under way, or waits for its turn. */
  next: Promise<KnownSchema> | undefined
  /** It changed while it was read. */
  isStale: boolean
}

/** @param listen begins to hear changes of a project's schema: what changes while it is read is not missed */
export function keepSchemas(
  sessions: Pick<ProjectSessions, 'serve'>,
  listen: (ref: string) => Promise<void>,
): KeptSchemas {
  const kept = new Map<string, Kept>()

  async function read(ref: string, settings: DataApiConfig): Promise<KnownSchema> {
    const { schemas, extra_search_path: extraSearchPath } = settings
    const results = await sessions.serve(ref, sessionLimitsOf(settings), {
      statements: [schemaStatement({ schemas, extraSearchPath }), SERVICE_SEES_ALL],
      begin: 'begin transaction read only',
      mostBytes: MOST_BYTES,
      timeoutMs: READ_MS,
      signal: new AbortController().signal,
    })
    const [schema, seesAll] = results.map(({ rows }) => rows[0]?.[0]?.toString() ?? '')
    return { schema: dataSchemaOf(schema ?? ''), serviceSeesAll: seesAll === 't' }
  }

  /** One at a time for each project. */
  function readAgain(ref: string, known: Kept): Promise<KnownSchema> {
    if (known.next) {
      known.isStale = true
      return known.next
    }
    known.isStale = false
    known.next = readAfterRest(ref, known)
      .then((schema) => {
        known.schema = Promise.resolve(schema)
        return schema
      })
      .finally(() => {
        known.next = undefined
        if (known.isStale) readAgain(ref, known).catch(() => {})
      })
    return known.next
  }

  async function readAfterRest(ref: string, known: Kept): Promise<KnownSchema> {
    const rest = known.readAt + REST_MS - performance.now()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    known.readAt = performance.now()
    return read(ref, known.settings)
  }

  return {
    of(ref, settings) {
      const known = kept.get(ref)
      if (known?.settings.version === settings.version) return known.schema
      const schema = listen(ref).then(() => read(ref, settings))
      const made: Kept = { settings, schema, readAt: performance.now(), next: undefined, isStale: false }
      kept.set(ref, made)
      schema.catch(() => {
        if (kept.get(ref) === made) kept.delete(ref)
      })
      return schema
    },
    changed(ref) {
      const known = kept.get(ref)
      if (known) readAgain(ref, known).catch(() => {})
    },
    again(ref) {
      const known = kept.get(ref)
      if (!known || (!known.next && performance.now() - known.readAt < AGAIN_MS)) return undefined
      return readAgain(ref, known)
    },
    forget: (ref) => void kept.delete(ref),
  }
}
