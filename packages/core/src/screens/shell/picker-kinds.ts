/** Makes a picker for the open page. */
import type { Needs } from '../context.js'
import { createBranchPicker } from './branch-picker.js'
import { ready } from './menu-state.js'
import { createOrganizationPicker } from './organization-picker.js'
import type { Picker, PickerKind } from './picker.js'
import type { ShellPlace } from './place.js'
import { createProjectPicker } from './project-picker.js'

export function createPicker(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime'>,
  place: ShellPlace,
  kind: PickerKind,
): Picker {
  if (kind === 'organization') return createOrganizationPicker(context, place)
  // Their buttons stand only where a project is open.
  const project = ready(place.$project.get())
  if (kind === 'project') return createProjectPicker(context, place, project?.organization_slug ?? '')
  return createBranchPicker(context, place, project?.ref ?? '')
}
