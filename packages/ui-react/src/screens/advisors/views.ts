/** What draws the pages of `core/screens/advisors/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import { view, type Views } from '../view.js'

const Advisor = view(async () => (await import('../info-pages/advisor.js')).Advisor)

export const advisorsViews: Views<'advisors'> = {
  securityAdvisor: Advisor,
  performanceAdvisor: Advisor,
  queryPerformance: InfoPage,
}
