/** Server data of projects. */
import { getProject, type Client, type Project } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'

/** How often a project that is coming up is asked for. */
const COMING_UP_MS = 1000

export function projectQuery(client: Client, ref: string): QueryData<Project> {
  return {
    key: ['projects', ref],
    fetch: (signal) => client.call(getProject, { params: { ref } }, { signal }),
    staleMs: 30_000,
    refetchMs: (project) => (project?.status === 'COMING_UP' ? COMING_UP_MS : false),
  }
}
