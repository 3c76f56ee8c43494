/** Applies live updates of projects to the cache: a changed project changes in its lists without a request. */
import type { PlatformEvent, ProjectPage } from '@basedeck/platform-client'
import type { Queries } from '../kernel/query-store.js'
import type { QueryKey } from '@tanstack/query-core'
import { isChanging } from '../rules/project/project-status.js'
import { organizationProjectsKey } from './organizations.js'
import { projectKey } from './projects.js'

type ProjectEvent = Extract<PlatformEvent, { type: 'project' }>

export function projectEvents(queries: Queries) {
  return {
    changed({ ref, name, organization_slug, status }: ProjectEvent): void {
      // The project has more fields than its status: the reason of a failure, the version of its database.
      queries.refresh(projectKey(ref), (key) => key.length === projectKey(ref).length)
      const lists = organizationProjectsKey(organization_slug)
      if (status === 'REMOVED') return queries.refresh(lists)
      let isListed = false
      queries.changePages<ProjectPage>(lists, (page) => {
        const before = page.projects.find((project) => project.ref === ref)
        if (!before) return page
        isListed = true
        if (before.status === status && before.name === name) return page
        return {
          ...page,
          projects: page.projects.map((project) =>
            project === before ? { ...project, name, status } : project,
          ),
        }
      })
      // The project is new, or it has entered a filtered list.
      if (!isListed && isChanging(status)) queries.refresh(lists)
      else queries.refresh(lists, isFiltered)
    },
    /** Live updates may have been missed: refetches everything they cover. */
    askAgain(): void {
      queries.refresh(['projects'], (key) => key.length === 2)
      queries.refresh(['organization'], (key) => key[2] === 'projects')
    },
  }
}

/** A list of some statuses may lose a project, or gain one. */
function isFiltered(key: QueryKey): boolean {
  const request = key.at(-1)
  return typeof request === 'object' && request !== null && 'statuses' in request
}
