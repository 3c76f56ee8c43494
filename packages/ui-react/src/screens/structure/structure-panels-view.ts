/** The panels of the structure, fetched when a list that has them is first drawn. */
import { lazyComponent } from '../../bind/lazy-component.js'

export const StructurePanels = lazyComponent(
  async () => (await import('./structure-panels.js')).StructurePanels,
)
