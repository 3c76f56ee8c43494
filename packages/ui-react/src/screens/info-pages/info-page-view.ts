/** The view of all information pages, loaded once for all of them. */
import { view } from '../view.js'

export const InfoPage = view(async () => (await import('./info-page.js')).InfoPage)
