/** What draws the pages of `core/screens/advisors/pages.ts`. */
import { view, type Views } from '../view.js'

const Advisor = view(async () => (await import('../info-pages/advisor.js')).Advisor)
const QueryPerformance = view(async () => (await import('./query-performance.js')).QueryPerformance)

export const advisorsViews: Views<'advisors'> = {
  securityAdvisor: Advisor,
  performanceAdvisor: Advisor,
  queryPerformance: QueryPerformance,
}
