/** How a page of an area's list gets what shows what there is of a subject. */
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import type { InfoPageName } from './info-pages.js'

/** What the address and the area's list say of such a page, of a project or of an organization. */
interface Given {
  ref?: string
  slug?: string
  title: string
  gate?: ProjectGate
}

export const infoPage = (page: InfoPageName) => async () => {
  const { createInfoPage } = await import('./info-page.js')
  return (
    context: Needs<
      | 'host'
      | 'client'
      | 'queries'
      | 'router'
      | '$runtime'
      | 'account'
      | 'lazy'
      | 'schemaChanges'
      | 'formDrafts'
    >,
    given: Given,
  ) => createInfoPage(context, { ...given, page })
}
