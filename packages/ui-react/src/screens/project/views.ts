/** What draws the pages of `core/screens/project/pages.ts`. */
import { view, type Views } from '../view.js'
import { ProjectHome } from './project-home.js'

export const projectViews: Views<'project'> = {
  projectHome: ProjectHome,
  reports: view(async () => (await import('./reports.js')).Reports),
  ownReport: view(async () => (await import('./own-report.js')).OwnReport),
  projectApi: view(async () => (await import('./api-docs.js')).ApiDocs),
}
