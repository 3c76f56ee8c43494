/** A project on which objects are made, read back and taken away again, by the statements that their forms show. */
import {
  objectIn,
  objectStatementOf,
  quoteIdentifier,
  type ObjectKind,
  type ObjectKindName,
  type ObjectStatement,
  type ObjectValues,
} from '@basedeck/core/sql'
import { newId, queryBatch, queryTyped } from '@basedeck/platform-client'
import type { RunOutcome } from '../src/engines/engine.js'
import { OWN_REF } from '../src/control/own-installation.js'
import { examples, FIXTURE } from './object-examples.js'
import { runApp, type RunAppOptions, type RunningApp } from './running-app.js'

export interface ObjectStage {
  running: RunningApp
  /** `server_version_num` */
  versionNumber: number
  asAdmin(query: string): Promise<RunOutcome>
  ask(query: string, parameters?: (string | null)[]): Promise<(string | null)[][]>
  /** As the form runs them. */
  run(statements: readonly ObjectStatement[], needsAdmin?: boolean): Promise<void>
  /** Takes away what was made, and makes what the examples need. */
  empty(): Promise<void>
  /** Null: there is no such object. */
  found(kindName: ObjectKindName, values: ObjectValues): Promise<ObjectValues | null>
}

export async function openObjectStage(
  engine: 'cluster' | 'pglite',
  options: RunAppOptions = {},
): Promise<ObjectStage> {
  const running = await runApp(engine, options)

  /** What PostgreSQL leaves to superusers; the owner of a project is none. */
  const asAdmin = async (query: string) =>
    (await running.life.database(OWN_REF)).run({ runId: newId(), query, as: 'admin' })
  const ask = async (query: string, parameters: (string | null)[] = []) => {
    const body = { query, parameters, runId: newId() }
    const { results } = await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })
    return results.at(-1)?.rows ?? []
  }
  /** As the form runs them: what must stand alone runs alone. */
  const run = async (statements: readonly ObjectStatement[], needsAdmin = false) => {
    if (statements.length === 0) return
    if (needsAdmin) {
      for (const { sql } of statements) await asAdmin(sql)
      return
    }
    if (statements.some(({ isAlone }) => isAlone)) {
      for (const { sql } of statements) await ask(sql)
      return
    }
    await running.client.call(queryBatch, {
      params: { ref: OWN_REF },
      body: { statements: statements.map(({ sql }) => ({ query: sql })), runId: newId() },
    })
  }
  const empty = async () => {
    await ask('drop schema if exists "made ""here""" cascade')
    // A property begins again while it looks for a smaller example.
    for (const [left] of await ask(
      `select pubname::text from pg_publication where pubname not like 'supabase%'`,
    ))
      await asAdmin(`drop publication ${quoteIdentifier(left ?? '')}`)
    for (const [left] of await ask('select slot_name::text from pg_replication_slots'))
      await asAdmin(`select pg_drop_replication_slot('${left}')`)
    for (const [left] of await ask('select subname::text from pg_subscription'))
      await asAdmin(`drop subscription ${quoteIdentifier(left ?? '')}`)
    for (const [left] of await ask('select rolname::text from pg_roles where oid > $1::oid', [lastRole])) {
      await asAdmin(`drop owned by ${quoteIdentifier(left ?? '')}`)
      await asAdmin(`drop role ${quoteIdentifier(left ?? '')}`)
    }
    await ask('create schema "made ""here"""')
    await ask(FIXTURE)
  }
  const found = async (kindName: ObjectKindName, values: ObjectValues) => {
    const { find, parameters } = examples[kindName]
    const [[oid] = []] = await ask(find, parameters(values))
    if (oid == null) return null
    const statement = objectStatementOf(kindName, oid)
    return objectIn(kindName, await ask(statement.query, statement.parameters))
  }
  const lastRole = (await ask('select max(oid::int8)::text from pg_roles'))[0]?.[0] ?? '0'
  const { versionNumber } = await running.life.database(OWN_REF)
  return { running, versionNumber, asAdmin, ask, run, empty, found }
}

/** What the form says of an object, without the names that rows had. */
export const shown = (kind: ObjectKind, values: ObjectValues) =>
  Object.fromEntries(
    kind.fields.map(({ name: field }) => {
      const value = values[field]
      if (!Array.isArray(value)) return [field, value]
      const all = value.map((one: unknown) => (typeof one === 'object' ? { ...one, was: undefined } : one))
      return [field, field === 'memberOf' || field === 'checks' || field === 'columns' ? sorted(all) : all]
    }),
  )
const sorted = (all: unknown[]) => all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
