/**
 * A project that a call no longer finds, because it was deleted or access was removed, is fetched itself: the page says
 * so once, instead of one failure after another.
 * @spec §8
 */
import { getProject, PlatformError, type Client } from '@basedeck/platform-client'
import { projectKey } from '../data/projects.js'
import type { Queries } from '../kernel/query-store.js'

export function withLostProjectNotice(client: Client, queries: Pick<Queries, 'refresh'>): Client {
  return {
    ...client,
    async call(endpoint, call, options) {
      try {
        return await client.call(endpoint, call, options)
      } catch (error) {
        const ref = lostProject(error, call)
        // The project's own call reports it already.
        if (ref !== undefined && endpoint.path !== getProject.path) {
          const own = projectKey(ref)
          queries.refresh(own, (key) => key.length === own.length)
        }
        throw error
      }
    },
  }
}

function lostProject(error: unknown, call: unknown): string | undefined {
  if (!(error instanceof PlatformError) || error.code !== 'project_not_found') return undefined
  const { params } = call as { params?: { ref?: string } }
  return params?.ref
}
