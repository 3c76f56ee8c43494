/** Which panel is open beside the page; one at a time. */
import { atom, type ReadableAtom } from 'nanostores'

export type SidePanelKind = 'editor' | 'assistant'

export interface SidePanel {
  readonly $open: ReadableAtom<SidePanelKind | null>
  toggle(kind: SidePanelKind): void
  close(): void
}

export function createSidePanel(): SidePanel {
  const $open = atom<SidePanelKind | null>(null)
  return {
    $open,
    toggle: (kind) => $open.set($open.get() === kind ? null : kind),
    close: () => $open.set(null),
  }
}
