/** Which organization and which project the open page belongs to, as far as the platform knows them. */
import type { Branch, Organization, Project, Usage } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { usageQuery } from '../../data/billing.js'
import { branchesQuery } from '../../data/branches.js'
import { organizationQuery } from '../../data/organizations.js'
import { projectQuery } from '../../data/projects.js'
import type { Remote } from '../../kernel/query-store.js'
import { needsUsage } from '../../rules/organization/usage-limits.js'
import type { Needs } from '../context.js'
import { pages, type RouteName } from '../pages.js'

export interface CurrentPage {
  readonly $page: ReadableAtom<Page>
  /** Null: the page belongs to no project. */
  readonly $project: ReadableAtom<Remote<Project> | null>
  /** Of an open branch, the project that it is a branch of; null: it is none. */
  readonly $parent: ReadableAtom<Remote<Project> | null>
  readonly $organization: ReadableAtom<Remote<Organization> | null>
  /** Of the open project, once it is known. */
  readonly $branches: ReadableAtom<Remote<Branch[]> | null>
  /** Null where the page does not depend on it. */
  readonly $usage: ReadableAtom<Remote<Usage> | null>
}

export interface Page {
  name: RouteName | undefined
  pathname: string
  slug: string | null
  ref: string | null
}

/** The one project of a self-hosted installation. SPEC §1. */
export const DEFAULT_PROJECT = 'default'
/** And its only organization. */
export const DEFAULT_ORGANIZATION = 'default'

export function createCurrentPage({
  client,
  queries,
  router,
  $runtime,
}: Needs<'client' | 'queries' | 'router' | '$runtime'>): CurrentPage {
  const $page = computed(router.$route, ({ match, location }): Page => ({
    name: match?.name,
    pathname: location.pathname,
    slug: match?.params['slug'] ?? null,
    ref: match?.params['ref'] ?? null,
  }))
  const $ref = computed($page, ({ ref }) => ref)
  const $project = queries.follow(computed($ref, (ref) => (ref === null ? null : projectQuery(client, ref))))
  const $parentRef = computed($project, (project) =>
    project?.status === 'ready' ? (project.data.parent_project_ref ?? null) : null,
  )
  const $isPlatform = computed($runtime, isHosted)
  const $slug = computed([$page, $project, $isPlatform], ({ slug }, project, isPlatform) => {
    if (slug !== null) return slug
    return isPlatform && project?.status === 'ready' ? project.data.organization_slug : null
  })
  const $organization = queries.follow(
    computed($slug, (slug) => (slug === null ? null : organizationQuery(client, slug))),
  )
  const $metered = computed($organization, (organization) =>
    organization?.status === 'ready' && needsUsage(organization.data) ? organization.data.slug : null,
  )
  const $knownRef = computed($project, (project) => (project?.status === 'ready' ? project.data.ref : null))
  return {
    $page,
    $project,
    $parent: queries.follow(computed($parentRef, (ref) => (ref === null ? null : projectQuery(client, ref)))),
    $organization,
    $branches: queries.follow(
      computed($knownRef, (ref) => (ref === null ? null : branchesQuery(client, ref))),
    ),
    $usage: queries.follow(computed($metered, (slug) => (slug === null ? null : usageQuery(client, slug)))),
  }
}

/** Ref of the project that is open; self-hosted there is always the one. */
export function refAtHand(
  openRef: string | undefined,
  runtime: Remote<{ isPlatform: boolean }>,
): string | null {
  if (openRef !== undefined) return openRef
  return runtime.status === 'ready' && !runtime.data.isPlatform ? DEFAULT_PROJECT : null
}

/** The path of the open route, with its parameters in braces; undefined for a page that no route has. */
export function openRoutePath({ name }: Page): string | undefined {
  return name && pages[name].path
}

export function isHosted(runtime: Remote<{ isPlatform: boolean }>): boolean {
  return runtime.status === 'ready' && runtime.data.isPlatform
}
