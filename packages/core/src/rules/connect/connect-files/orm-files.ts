/** ORMs: the schema and the client of each, by the database URL. */
import { databaseEnv, poolLimit, terminal, type ConnectFile, type FileValues } from './file.js'

const DRIZZLE_SCHEMA: ConnectFile = {
  name: 'src/schema.ts',
  language: 'ts',
  code: `import { pgTable, serial, text } from 'drizzle-orm/pg-core'

export const notes = pgTable('notes', {
  id: serial('id').primaryKey(),
  title: text('title').notNull(),
})
`,
}
const DRIZZLE_CONFIG: ConnectFile = {
  name: 'drizzle.config.ts',
  language: 'ts',
  code: `import 'dotenv/config'
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  schema: './src/schema.ts',
  out: './drizzle',
  dialect: 'postgresql',
  dbCredentials: { url: process.env.DATABASE_URL ?? '' },
})
`,
}
const drizzleIndex = (library: string, max: string): ConnectFile => ({
  name: 'src/db.ts',
  language: 'ts',
  code:
    library === 'pg'
      ? `import 'dotenv/config'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import * as schema from './schema'

const pool = new Pool({ connectionString: process.env.DATABASE_URL${max} })
export const db = drizzle(pool, { schema })

export async function currentTime(): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql\`select now()::text as now\`)
  return rows[0]?.now ?? ''
}
`
      : `import 'dotenv/config'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import * as schema from './schema'

// A transaction pooler can't keep prepared statements.
const client = postgres(process.env.DATABASE_URL ?? '', { prepare: false${max} })
export const db = drizzle(client, { schema })

export async function currentTime(): Promise<string> {
  const rows = await db.execute<{ now: string }>(sql\`select now()::text as now\`)
  return rows[0]?.now ?? ''
}
`,
})

const ORMS: Readonly<Record<string, (library: string, values: FileValues) => ConnectFile[]>> = {
  prisma: (_, values) => [
    terminal(
      'npm install @prisma/client @prisma/adapter-pg dotenv',
      'npm install --save-dev prisma',
      '# After the files below:',
      'npx prisma db pull',
      'npx prisma generate',
    ),
    databaseEnv('.env', values),
    {
      name: 'prisma.config.ts',
      language: 'ts',
      code: `import 'dotenv/config'
import { defineConfig } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
`,
    },
    {
      name: 'prisma/schema.prisma',
      language: 'prisma',
      code: `generator client {
  provider = "prisma-client"
  output   = "../src/generated"
}

datasource db {
  provider = "postgresql"
}

model Note {
  id    Int    @id @default(autoincrement())
  title String

  @@map("notes")
}
`,
    },
    {
      name: 'src/db.ts',
      language: 'ts',
      code: `import 'dotenv/config'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client'

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL ?? ''${poolLimit(values)} })
export const db = new PrismaClient({ adapter })

export async function currentTime(): Promise<string> {
  const rows = await db.$queryRaw<{ now: string }[]>\`select now()::text as now\`
  return rows[0]?.now ?? ''
}
`,
    },
  ],
  drizzle: (library, values) => [
    terminal(
      library === 'pg' ? 'npm install drizzle-orm pg dotenv' : 'npm install drizzle-orm postgres dotenv',
      library === 'pg'
        ? 'npm install --save-dev drizzle-kit @types/pg'
        : 'npm install --save-dev drizzle-kit',
    ),
    databaseEnv('.env', values),
    DRIZZLE_SCHEMA,
    drizzleIndex(library, poolLimit(values)),
    DRIZZLE_CONFIG,
  ],
}

/** Undefined: no such ORM. */
export function ormFiles(orm: string, library: string, values: FileValues): ConnectFile[] | undefined {
  return ORMS[orm]?.(library, values)
}
