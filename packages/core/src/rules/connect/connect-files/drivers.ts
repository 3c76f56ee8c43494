/** Modules of a server that ask the database by its URL, one for each driver. */
import type { ConnectLibrary } from '../connect-catalogue.js'
import { poolLimit, type ConnectFile, type FileValues } from './file.js'

/** The drivers that a server framework may use. */
export type Driver = Extract<ConnectLibrary, 'pg' | 'postgresjs' | 'kysely'>

interface DriverFiles {
  install: string
  /** Exports `currentTime`, which the page shows. @param max a limit of connections among the options, or nothing */
  code(max: string): string
}

const DRIVERS: Readonly<Record<Driver, DriverFiles>> = {
  pg: {
    install: 'npm install pg && npm install --save-dev @types/pg',
    code: (max) => `import { Pool } from 'pg'

export const db = new Pool({ connectionString: process.env.DATABASE_URL${max} })

export async function currentTime(): Promise<string> {
  const { rows } = await db.query<{ now: string }>('select now()::text as now')
  return rows[0]?.now ?? ''
}
`,
  },
  postgresjs: {
    install: 'npm install postgres',
    code: (max) => `import postgres from 'postgres'

// A transaction pooler can't keep prepared statements.
export const sql = postgres(process.env.DATABASE_URL ?? '', { prepare: false${max} })

export async function currentTime(): Promise<string> {
  const rows = await sql<{ now: string }[]>\`select now()::text as now\`
  return rows[0]?.now ?? ''
}
`,
  },
  kysely: {
    install: 'npm install kysely pg && npm install --save-dev @types/pg',
    code: (max) => `import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'

// Describe your tables here: { notes: { id: number; title: string } }
interface Database {}

export const db = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: new Pool({ connectionString: process.env.DATABASE_URL${max} }) }),
})

export async function currentTime(): Promise<string> {
  const { rows } = await sql<{ now: string }>\`select now()::text as now\`.execute(db)
  return rows[0]?.now ?? ''
}
`,
  },
}

export function isDriver(library: string): library is Driver {
  return Object.hasOwn(DRIVERS, library)
}

/** The command that installs it. */
export function driverInstall(driver: Driver): string {
  return DRIVERS[driver].install
}

/** The module that asks the database. */
export function driverModule(name: string, driver: Driver, values: FileValues): ConnectFile {
  return { name, language: 'ts', code: DRIVERS[driver].code(poolLimit(values)) }
}
