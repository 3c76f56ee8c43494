/** The rows of one of our statements, run READ ONLY through the query call. */
import { newId, queryTyped, type Client } from '@basedeck/platform-client'
import type { Statement } from '../sql/index.js'

export type Row = readonly (string | null)[]

/** @throws PlatformError */
export async function rowsOf(
  client: Client,
  ref: string,
  { query, parameters }: Statement,
  signal: AbortSignal,
): Promise<Row[]> {
  const { results } = await client.call(
    queryTyped,
    { params: { ref }, body: { query, parameters, readOnly: true, runId: newId() } },
    { signal },
  )
  return results[0]?.rows ?? []
}
