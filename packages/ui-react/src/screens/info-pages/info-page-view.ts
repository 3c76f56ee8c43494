/** The view of every page of what there is of a subject, fetched once for all of them. */
import { view } from '../view.js'

export const InfoPage = view(async () => (await import('./info-page.js')).InfoPage)
