/** The panels of objects, fetched when a list that has them is first drawn. */
import { lazyComponent } from '../../bind/lazy-component.js'

export const ObjectPanels = lazyComponent(async () => (await import('./object-panels.js')).ObjectPanels)
