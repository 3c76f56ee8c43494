/** The schema and the rows that the tests ask of. */
import { readFileSync } from 'node:fs'
import type { TestDatabase } from './database.js'

const TEXTS = ['fixture', 'functions'].map((name) =>
  readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8'),
)

/** Makes them in an empty database. */
export async function loadFixture(database: Pick<TestDatabase, 'exec'>): Promise<void> {
  for (const text of TEXTS) await database.exec(text)
}
