/** Projects by name, over several organizations, for the command menu. */
import { listOrganizationProjects, type Client, type OrganizationProject } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { DEFAULT_PROJECT_SORT } from '../rules/project/project-list.js'
import { organizationProjectsKey } from './organizations.js'

export interface FoundProject extends OrganizationProject {
  organizationSlug: string
}

/** The maximum of results from each organization. */
const PER_ORGANIZATION = 20
const STALE_MS = 15_000

/** @param slugs the organizations to search; those that can't be reached are left out */
export function foundProjectsQuery(
  client: Client,
  slugs: readonly string[],
  words: string,
): QueryData<FoundProject[]> {
  const search = words.trim()
  const ofOne = async (slug: string, signal: AbortSignal) => {
    const query = {
      limit: PER_ORGANIZATION,
      offset: 0,
      sort: DEFAULT_PROJECT_SORT,
      ...(search === '' ? {} : { search }),
    }
    const { projects } = await client.call(listOrganizationProjects, { params: { slug }, query }, { signal })
    return projects.map((project) => ({ ...project, organizationSlug: slug }))
  }
  return {
    key: [...organizationProjectsKey(slugs[0] ?? ''), 'found', slugs, search],
    async fetch(signal) {
      const answers = await Promise.allSettled(slugs.map((slug) => ofOne(slug, signal)))
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      const refusal = answers.find((answer) => answer.status === 'rejected')
      if (refusal && found.length === 0) throw refusal.reason
      return found
    },
    staleMs: STALE_MS,
  }
}
