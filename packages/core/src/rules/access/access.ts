/**
 * Whether a caller may do something: some permission covers the action, the resource, the organization and the project.
 * The platform decides by it, the dashboard mirrors it.
 * @rule access  @spec §6
 */
import type { Action, Permission, Resource } from '@basedeck/platform-client/contract'

/** A permission that is asked for: an action on a resource of a project or a whole organization. */
export interface PermissionRequest {
  action: Action
  resource: Resource
  organizationSlug: string
  /** Absent or null: in the whole organization. */
  projectRef?: string | null | undefined
}

/** A permission with a condition grants nothing: this program can't evaluate conditions. */
export function can(permissions: readonly Permission[], wanted: PermissionRequest): boolean {
  return permissions.some(
    ({ actions, resources, condition, organization_slug, project_refs }) =>
      condition === undefined &&
      organization_slug === wanted.organizationSlug &&
      covers(actions, wanted.action) &&
      covers(resources, wanted.resource) &&
      (project_refs === undefined || project_refs.some((ref) => ref === wanted.projectRef)),
  )
}

/** `%` matches any text, anywhere in a word. */
function covers(granted: readonly string[], wanted: string): boolean {
  return granted.some((pattern) => fits(pattern.split('%'), wanted))
}

function fits([start = '', ...rest]: readonly string[], wanted: string): boolean {
  const end = rest.pop()
  if (end === undefined) return wanted === start
  if (!wanted.startsWith(start)) return false
  let from = start.length
  for (const part of rest) {
    const at = wanted.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return wanted.length - from >= end.length && wanted.endsWith(end)
}
