/** Server data of the question before a run: what it would destroy. */
import type { Client } from '@basedeck/platform-client'
import type { Destruction } from '@basedeck/sql-guard/grammar'
import { dropImpactStatement, type DropImpact } from '../sql/index.js'
import { rowsOf } from './rows.js'

/** @throws PlatformError */
export async function fetchDropImpact(
  client: Client,
  ref: string,
  destruction: Destruction,
  signal: AbortSignal,
): Promise<DropImpact> {
  const [row] = await rowsOf(client, ref, dropImpactStatement(destruction), signal)
  const [exists, objects, rows] = row ?? []
  const counted = Number(rows ?? -1)
  return {
    destruction,
    exists: exists === 'true',
    objects: Number(objects ?? 0),
    // Before PostgreSQL 14 a table that was never analyzed has 0.
    rows: counted > 0 ? counted : null,
  }
}
