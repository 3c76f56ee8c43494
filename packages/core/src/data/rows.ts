/** The rows of one of our statements, run READ ONLY through the query call. */
import { newId, queryTyped, type Client, type ImpersonatedRole } from '@basedeck/platform-client'
import type { Statement } from '../sql/index.js'

export type Row = readonly (string | null)[]

/**
 * @param role default: the owner
 * @throws PlatformError
 */
export async function rowsOf(
  client: Client,
  ref: string,
  { query, parameters }: Statement,
  signal: AbortSignal,
  role: ImpersonatedRole | null = null,
): Promise<Row[]> {
  const { results } = await client.call(
    queryTyped,
    {
      params: { ref },
      body: { query, parameters, readOnly: true, runId: newId(), ...(role ? { role } : {}) },
    },
    { signal },
  )
  return results[0]?.rows ?? []
}
