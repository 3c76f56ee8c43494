/** Makes a picker for the open page. */
import type { Needs } from '../context.js'
import { createBranchPicker } from './branch-picker.js'
import { ready } from './menu-state.js'
import { createOrganizationPicker } from './organization-picker.js'
import type { Picker, PickerKind } from './picker.js'
import type { CurrentPage } from './current-page.js'
import { createProjectPicker } from './project-picker.js'

export function createPicker(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime'>,
  currentPage: CurrentPage,
  kind: PickerKind,
): Picker {
  if (kind === 'organization') return createOrganizationPicker(context, currentPage)
  // Their buttons stand only where a project is open.
  const project = ready(currentPage.$project.get())
  if (kind === 'project') return createProjectPicker(context, currentPage, project?.organization_slug ?? '')
  return createBranchPicker(context, currentPage, project?.ref ?? '')
}
