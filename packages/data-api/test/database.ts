/** One way to send statements, over `pg` and over PGlite. */
import { PGlite } from '@electric-sql/pglite'
import type { Client } from 'pg'
import type { Statement } from '../src/index.js'

/** A database that tests ask. */
export interface TestDatabase {
  exec(sql: string): Promise<unknown>
  query(statement: Statement): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** Over `pg`. */
export function overPg(client: Client): TestDatabase {
  return {
    exec: (sql) => client.query(sql),
    query: async ({ text, values }) => (await client.query<Record<string, unknown>>(text, values)).rows,
    close: () => client.end(),
  }
}

/** PostgreSQL in WebAssembly. */
export async function overPglite(): Promise<TestDatabase> {
  const database = await PGlite.create()
  return {
    exec: (sql) => database.exec(sql),
    query: async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    close: () => database.close(),
  }
}
