/** What a branch and its parent began with: without it, nobody knows which of the two changed something. */
import { authConfigOf } from '../control/auth-settings.js'
import type { ControlDatabase } from '../control/control-database.js'
import { branchBaseOf, keepBranchBase } from '../control/merges.js'
import type { Database } from '../engines/engine.js'
import { catalogueIn, keptText } from '../schema-diff/kept-catalogue.js'
import { readCatalogue, type Catalogue } from '../schema-diff/read-catalogue.js'
import { authTexts, bucketsIn, type NamedTexts } from './branch-settings.js'

export interface MergeBase {
  catalogue: Catalogue
  buckets: NamedTexts
  auth: NamedTexts
}

/**
 * Keeps what a new branch began with. Call it when the branch is filled, before anybody can change it: then its own schema
 * is the one that it was made of. Another call replaces it, after a reset for example.
 * @throws DatabaseError, EngineError
 */
export async function keepMergeBase(
  control: Pick<ControlDatabase, 'append' | 'select' | 'selectOften'>,
  { ref, database }: { ref: string; database: Pick<Database, 'run' | 'batch'> },
): Promise<void> {
  const catalogue = await readCatalogue(database)
  const buckets = await bucketsIn(database)
  const auth = authTexts(await authConfigOf(control, ref))
  await control.append([keepBranchBase(ref, baseText({ catalogue, buckets, auth }))])
}

export function baseText({ catalogue, ...settings }: MergeBase): string {
  return JSON.stringify({ schema: keptText(catalogue), ...settings })
}

/** Null: it is not known, or was written by another version of the product. */
export async function mergeBaseOf(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<MergeBase | null> {
  const text = await branchBaseOf(control, ref)
  if (text === undefined) return null
  const { schema, buckets, auth } = JSON.parse(text) as {
    schema: string
    buckets: NamedTexts
    auth: NamedTexts
  }
  try {
    return { catalogue: catalogueIn(schema), buckets, auth }
  } catch {
    return null
  }
}
