/** How the resource of a call is found: one resolver for each name that a line of the contract may give (`access.of`). */
import { organizationSlug, projectRef, type ResourceName } from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import type { ControlDatabase } from '../control/control-database.js'
import {
  findBranch,
  findOrganization,
  findProject,
  type BranchResource,
  type OrganizationResource,
  type ProjectResource,
} from '../control/resources.js'
import { DomainError, type DomainErrorCode } from '../kernel/domain-error.js'

export interface CallResource {
  organization: OrganizationResource
  project?: ProjectResource
  branch?: BranchResource
  bucket?: string
}

/** What a resolver may read of a call. */
export interface Asked {
  param(name: string): string | undefined
  body(): Promise<unknown>
}

export interface Resolver {
  /** The refusal for callers who are not members, and for resources that don't exist. */
  missing: DomainErrorCode
  find(asked: Asked): Promise<CallResource | undefined>
  /** Checks that run after access is granted, because they reveal details. @throws DomainError */
  requireInside?(resource: CallResource): Promise<void>
}

export type Resolvers = Readonly<Record<ResourceName, Resolver>>

export interface ResolverDeps {
  control: ControlDatabase
  /** Whether a project has a bucket. */
  hasBucket(project: ProjectResource, bucket: string): Promise<boolean>
}

export function createResolvers({ control, hasBucket }: ResolverDeps): Resolvers {
  return {
    organization: {
      missing: 'organization_not_found',
      find: (asked) => organizationBy(asked.param('slug')),
    },
    'organization-in-body': {
      missing: 'organization_not_found',
      find: async (asked) => organizationBy(textIn(await asked.body(), 'organization_slug')),
    },
    project: {
      missing: 'project_not_found',
      find: (asked) => projectBy(asked.param('ref')),
    },
    'project-in-body': {
      missing: 'project_not_found',
      find: async (asked) => projectBy(textIn(await asked.body(), 'projectRef')),
    },
    branch: {
      missing: 'branch_not_found',
      async find(asked) {
        const ref = asked.param('branch')
        const branch = v.is(projectRef, ref) ? await findBranch(control, ref) : undefined
        return branch && { organization: branch.project.organization, project: branch.project, branch }
      },
    },
    bucket: {
      missing: 'project_not_found',
      async find(asked) {
        const resource = await projectBy(asked.param('ref'))
        return resource && { ...resource, bucket: asked.param('bucket') ?? '' }
      },
      async requireInside({ project, bucket }) {
        if (!project || bucket === undefined || !(await hasBucket(project, bucket)))
          throw new DomainError('bucket_not_found')
      },
    },
  }

  async function organizationBy(slug: string | undefined): Promise<CallResource | undefined> {
    const organization = v.is(organizationSlug, slug) ? await findOrganization(control, slug) : undefined
    return organization && { organization }
  }

  async function projectBy(ref: string | undefined): Promise<CallResource | undefined> {
    const project = v.is(projectRef, ref) ? await findProject(control, ref) : undefined
    return project && { organization: project.organization, project }
  }
}

function textIn(body: unknown, key: string): string | undefined {
  const text = (body as Record<string, unknown> | null | undefined)?.[key]
  return typeof text === 'string' ? text : undefined
}
