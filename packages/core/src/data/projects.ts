/** Server data of projects. */
import {
  createProject,
  deleteProject,
  getProject,
  getProjectActivity,
  listProjects,
  pauseProject,
  probeDatabase,
  resumeProject,
  transferProject,
  updateProject,
  type ArgumentsOf,
  type Client,
  type FilesLeft,
  type Project,
  type ProjectActivity,
  type ProjectSummary,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { Queries, QueryData } from '../kernel/query-store.js'
import { isChanging } from '../rules/project/project-status.js'
import { organizationProjectsKey } from './organizations.js'

/** How often a project is polled while live updates are off: one whose status is changing, and any other. */
const CHANGING_MS = 1000
const SETTLED_MS = 30_000
/** Returning to a window or a page refetches after this time. */
const STALE_MS = 5000

export const projectKey = (ref: string) => ['projects', ref]

/** Fetches the project again, and nothing else of it. */
export function refreshProject(queries: Pick<Queries, 'refresh'>, ref: string): void {
  const own = projectKey(ref)
  queries.refresh(own, (key) => key.length === own.length)
}

/** Every project that the caller may see. */
export function projectsQuery(client: Client): QueryData<ProjectSummary[]> {
  return {
    key: ['project-list'],
    fetch: (signal) => client.call(listProjects, {}, { signal }),
  }
}

export function projectQuery(client: Client, ref: string): QueryData<Project> {
  return {
    key: projectKey(ref),
    fetch: (signal) => client.call(getProject, { params: { ref } }, { signal }),
    staleMs: STALE_MS,
    isTold: true,
    // It may be renamed, paused or deleted in another window.
    refetchMs: (project) => (project && isChanging(project.status) ? CHANGING_MS : SETTLED_MS),
  }
}

/** A request opens a closed database: it is sent once, and again after a change. */
export function projectActivityQuery(client: Client, ref: string): QueryData<ProjectActivity> {
  return {
    key: [...projectKey(ref), 'activity'],
    fetch: (signal) => client.call(getProjectActivity, { params: { ref } }, { signal }),
  }
}

/** The queries that a change of a project makes stale, beside the project itself. */
const staleAfter = (project: Project) => [
  organizationProjectsKey(project.organization_slug),
  [...projectKey(project.ref), 'activity'],
]

export function projectCreation(
  client: Client,
): MutationData<ArgumentsOf<typeof createProject>['body'], Project> {
  return {
    call: (body) => client.call(createProject, { body }),
    store: (queries, project) => queries.set(projectQuery(client, project.ref), project),
    refreshes: (project) => [organizationProjectsKey(project.organization_slug)],
  }
}

export type ProbeResult = (typeof probeDatabase)['response']

export function databaseProbe(
  client: Client,
): MutationData<ArgumentsOf<typeof probeDatabase>['body'], ProbeResult> {
  return { call: (body) => client.call(probeDatabase, { body }) }
}

export function projectUpdate(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof updateProject>['body'], Project> {
  return { call: (body) => client.call(updateProject, { params: { ref }, body }), ...changes(client, ref) }
}

export function projectPausing(client: Client, ref: string): MutationData<void, Project> {
  return { call: () => client.call(pauseProject, { params: { ref } }), ...changes(client, ref) }
}

export function projectResuming(client: Client, ref: string): MutationData<void, Project> {
  return { call: () => client.call(resumeProject, { params: { ref } }), ...changes(client, ref) }
}

export function projectTransfer(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof transferProject>['body'], Project> {
  const { store, refreshes } = changes(client, ref)
  return {
    call: (body) => client.call(transferProject, { params: { ref }, body }),
    store,
    // Both the old and the new organization.
    refreshes: (project) => [...refreshes(project), ['organization']],
  }
}

export function projectDeletion(
  client: Client,
  ref: string,
): MutationData<{ name: string }, { ref: string; files_left?: FilesLeft }> {
  return {
    call: (body) => client.call(deleteProject, { params: { ref }, body }),
    refreshes: () => [['organization']],
  }
}

function changes(client: Client, ref: string) {
  return {
    store: (queries: Pick<Queries, 'set'>, project: Project) =>
      queries.set(projectQuery(client, ref), project),
    refreshes: staleAfter,
  }
}
