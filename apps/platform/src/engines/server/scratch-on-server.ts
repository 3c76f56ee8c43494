/** A scratch database on a server that was added by URL: made and dropped by the URL's user, prepared as far as that user may. */
import { quoteIdentifier, quoteLiteral } from '@basedeck/core/sql'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { prepareSql } from '../../project-database/prepare-sql.js'
import type { Login } from './login.js'
import type { Scratch } from '../engine.js'
import { askServer, withServer } from './ask-server.js'
import { inDatabase, requireInside } from './in-database.js'
import { ServerDatabase } from './server-database.js'

const PREFIX = 'basedeck_scratch_'
/** Longer than any is in use. A program that was killed leaves its own behind. */
const LEFT_AFTER_MS = 60 * 60_000

export interface ScratchServer {
  id: DatabaseId
  versionNumber: number
  /** How members' SQL signs in, where that is not the URL's user. */
  plain?: pg.ClientConfig | undefined
  owner?: Login | undefined
}

/** @throws EngineError, DatabaseError with PostgreSQL's reason */
export async function scratchOnServer(
  config: pg.ClientConfig,
  { id, versionNumber, plain, owner }: ScratchServer,
): Promise<Scratch> {
  await dropLeft(config)
  const name = `${PREFIX}${Date.now()}_${randomBytes(4).toString('hex')}`
  const wasPrepared = await isPrepared(config)
  await askServer(config, `create database ${quoteIdentifier(name)} template template0`)
  const inside = inDatabase(config, name)
  const database = new ServerDatabase({
    id: `scratch-${id}`,
    versionNumber,
    // What members wrote runs there as it would in the database itself.
    users: { owner: plain ? inDatabase(plain, name) : inside, admin: inside },
  })
  async function drop(): Promise<void> {
    await database.close()
    await askServer(config, `drop database if exists ${quoteIdentifier(name)} with (force)`)
  }
  try {
    await requireInside([inside, ...(plain ? [inDatabase(plain, name)] : [])], name)
    if (wasPrepared) await askServer(inside, prepareSql({ owner: plain && owner }))
    return { database, sharesServer: true, drop }
  } catch (error) {
    await drop()
    throw error
  }
}

async function isPrepared(config: pg.ClientConfig): Promise<boolean> {
  const { row } = await askServer(
    config,
    `select exists (select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'basedeck' and c.relname = 'migrations')`,
  )
  return row[0] === 't'
}

/** Those of programs that were killed. Whose user may not drop them, they stay. */
async function dropLeft(config: pg.ClientConfig): Promise<void> {
  await withServer(config, async (ask) => {
    const [names] = await ask(
      `select pg_catalog.json_agg(d.datname) from pg_catalog.pg_database d
       where d.datname ~ ${quoteLiteral(`^${PREFIX}[0-9]+_`)}
         and not exists (select from pg_catalog.pg_stat_activity a where a.datname = d.datname)
         and pg_catalog.pg_has_role(d.datdba, 'usage')`,
    )
    for (const left of JSON.parse(names ?? '[]') as string[]) {
      const madeAt = Number(left.slice(PREFIX.length).split('_')[0])
      if (Date.now() - madeAt > LEFT_AFTER_MS) await ask(`drop database if exists ${quoteIdentifier(left)}`)
    }
  })
}
