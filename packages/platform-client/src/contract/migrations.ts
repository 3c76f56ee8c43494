/** The history of migrations of a project's database, the migration in progress, and what no migration explains. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { runId } from './params.js'
import { inProject } from './permission.js'

/** A migration in the history of a database. */
export interface MigrationEntry {
  /** Usually 14 digits of the time it was made at, in UTC: `20260102030405`. */
  version: string
  /** Null: the history has no names. */
  name: string | null
  /** Who made it, as the history has it; null: it does not say. */
  created_by: string | null
  /** How many statements are kept; null: none are, so it can't be replayed. */
  statements: number | null
}

/** The history of migrations. */
export interface MigrationHistory {
  /** False: the database has no history yet; the first migration makes it. */
  exists: boolean
  /** The newest first. */
  migrations: MigrationEntry[]
}

/** A migration with its SQL. */
export interface MigrationDetail extends Omit<MigrationEntry, 'statements'> {
  /** In the order in which they ran; null: the history does not keep them. */
  statements: string[] | null
}

/** A statement that makes one schema out of another, with what it costs others. */
export interface SchemaDifference {
  /** `table`, `column`, `grant`, … */
  kind: string
  /** Null: it is in no schema. */
  schema: string | null
  /** With its table before it where it belongs to one. */
  name: string
  verb: 'create' | 'alter' | 'drop'
  /** Without a semicolon at its end. */
  sql: string
  /** PostgreSQL's name of the lock on a table that others use; null: none is locked. */
  lock: string | null
  /** PostgreSQL may write each row of the table again. */
  rewrites: boolean
  /** Rows or values are gone afterwards. */
  loses_data: boolean
  /** It can't run in a transaction with others. */
  is_alone: boolean
}

/** What a database has that its history does not explain. */
export interface SchemaDrift {
  /** What would make the schema of the database out of that of the history; empty: they are equal. */
  changes: SchemaDifference[]
  /** What is not known to be equal, by kind. */
  not_compared: { kind: string; names: string[] }[]
  /** How many migrations were replayed. */
  replayed: number
  /** Statements that were left out, because they are about the server and not about this database. */
  left_out: { version: string; statement: string }[]
  /** The migration that could not be replayed: nothing was compared then. */
  failed: { version: string; name: string | null; statement: string; message: string } | null
}

/** SQL that was kept for the next migration. */
export interface MigrationDraft {
  /** Empty: nothing was kept. */
  sql: string
  /** Changes with every change. */
  version: string
  /** ISO 8601; null: nothing was kept yet. */
  updated_at: string | null
  updated_by: string | null
}

/** Bytes of the SQL of one migration. */
export const MIGRATION_MAX_BYTES = 1_000_000
/** Characters of a name. */
export const MIGRATION_NAME_MAX = 200
/** Versions are digits: `20260102030405`, or shorter. */
export const migrationVersion = v.pipe(
  v.string('A version is digits'),
  v.regex(/^\d{1,20}$/, 'A version is 1 to 20 digits'),
)

const PATH = '/platform/projects/{ref}/migrations'
const DRAFT_PATH = '/platform/projects/{ref}/migration-draft'
const REQUIRES = { ref: 'Project ref is required' }
const MAX_BODY = 2 * 1024 * 1024
const byteLength = (text: string) => new TextEncoder().encode(text).length
const sql = v.pipe(
  v.string('The SQL must be a text'),
  v.check((text) => byteLength(text) <= MIGRATION_MAX_BYTES, 'A migration has at most 1 MB of SQL'),
)
const name = v.pipe(
  v.string('The name must be a text'),
  v.trim(),
  v.minLength(1, 'A migration needs a name'),
  v.maxLength(MIGRATION_NAME_MAX, `A name has at most ${MIGRATION_NAME_MAX} characters`),
  v.check((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'A name has no control characters'),
)

/** What `createMigration` takes. */
export const migrationBody = v.strictObject({
  name,
  sql,
  /** Default: the time, in 14 digits. 409 `migration_exists` where the history has it. */
  version: v.optional(migrationVersion),
  /** Runs it, or only records that it was applied. */
  mode: v.picklist(['run', 'record'], 'mode must be run or record'),
  /** Names the run, to follow and cancel it as a query. */
  runId,
  /** The version of the draft that it was made of, which is cleared with it. */
  draft_version: v.optional(v.string()),
})

/** The history, whatever shape its table has. 409 `history_unreadable` where it is no table of versions. */
export const listMigrations = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  response: gives<MigrationHistory>(),
  requires: REQUIRES,
})

/** One migration with its SQL. 404 `migration_not_found`. */
export const getMigration = endpoint({
  method: 'GET',
  path: `${PATH}/{version}`,
  params: { version: migrationVersion },
  access: inProject('read', 'database'),
  servedBy: 'holder',
  response: gives<MigrationDetail>(),
  requires: REQUIRES,
})

/**
 * The whole history with its SQL, the oldest first, to compare it with files. 409 `history_unreadable` as `listMigrations`.
 */
export const listMigrationStatements = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/migration-statements',
  access: inProject('read', 'database'),
  servedBy: 'holder',
  response: gives<MigrationDetail[]>(),
  requires: REQUIRES,
})

/**
 * Runs a migration and writes it into the history, in one transaction where its statements allow that. 400 with
 * PostgreSQL's fields when a statement fails: what came before a statement that must run alone is kept then, and the
 * message says so. 55P03: a lock was not free in time; the hint says who held it.
 */
export const createMigration = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('update', 'database'),
  servedBy: 'holder',
  limit: 'runs',
  audit: true,
  maxBody: MAX_BODY,
  body: migrationBody,
  response: gives<MigrationDetail>(),
  requires: REQUIRES,
})

/** Takes a migration out of the history. Nothing that it made is undone. 404 `migration_not_found`. */
export const revertMigration = endpoint({
  method: 'DELETE',
  path: `${PATH}/{version}`,
  params: { version: migrationVersion },
  access: inProject('update', 'database'),
  servedBy: 'holder',
  audit: true,
  response: gives<{ version: string }>(),
  requires: REQUIRES,
})

/**
 * Replays the history in a database that is thrown away, and compares. 409 `drift_impossible` with the reason where no
 * such database can be made, or the two can't be compared.
 */
export const findDrift = endpoint({
  method: 'POST',
  path: `${PATH}/drift`,
  access: inProject('update', 'database'),
  servedBy: 'holder',
  limit: 'runs',
  audit: 'never, because no data is changed',
  response: gives<SchemaDrift>(),
  requires: REQUIRES,
})

/** The SQL that members kept for the next migration; one text for a project. */
export const getMigrationDraft = endpoint({
  method: 'GET',
  path: DRAFT_PATH,
  access: inProject('read', 'database'),
  response: gives<MigrationDraft>(),
  requires: REQUIRES,
})

/** Replaces the text; empty: nothing is in progress. 409 `stale` with the stored one. */
export const updateMigrationDraft = endpoint({
  method: 'PUT',
  path: DRAFT_PATH,
  access: inProject('update', 'database'),
  audit: true,
  maxBody: MAX_BODY,
  body: v.strictObject({ sql, expected_version: v.string() }),
  response: gives<MigrationDraft>(),
  requires: REQUIRES,
})

/** Adds SQL at its end, whatever others added meanwhile. 409 `draft_full` where it would become longer than a migration. */
export const addToMigrationDraft = endpoint({
  method: 'POST',
  path: DRAFT_PATH,
  access: inProject('update', 'database'),
  audit: true,
  maxBody: MAX_BODY,
  body: v.strictObject({ sql: v.pipe(sql, v.minLength(1, 'There is nothing to add')) }),
  response: gives<MigrationDraft>(),
  requires: REQUIRES,
})
