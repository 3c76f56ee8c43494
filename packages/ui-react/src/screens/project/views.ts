/** What draws the pages of `core/screens/project/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import { view, type Views } from '../view.js'
import { ProjectHome } from './project-home.js'

export const projectViews: Views<'project'> = {
  projectHome: ProjectHome,
  reports: InfoPage,
  projectApi: view(async () => (await import('./api-docs.js')).ApiDocs),
}
