/** Which tables and views of a schema are drawn: all that fit, those whose names are searched, or what is related to one. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Clock } from '../../ports/index.js'
import type { GraphPart, GraphSteps } from '../../sql/catalogue/schema-graph.js'

/** The table whose related ones are drawn. */
export interface GraphCentre {
  id: string
  name: string
  steps: GraphSteps
}

/** What is drawn of a schema. */
export interface DrawnPart {
  readonly $part: ReadableAtom<GraphPart>
  readonly $centre: ReadableAtom<GraphCentre | null>
  /** In a while: somebody is typing. */
  search(words: string): void
  /** @param table default: null, all are drawn */
  around(table: GraphCentre | null): void
  /** Another schema. */
  begin(schema: string): void
  dispose(): void
}

const SEARCH_DEBOUNCE_MS = 300

export function createDrawnPart(clock: Clock, schema: string): DrawnPart {
  const $drawn = atom<{ schema: string; words: string; centre: GraphCentre | null }>({
    schema,
    words: '',
    centre: null,
  })
  let stopWaiting = () => {}
  const change = (changes: Partial<{ words: string; centre: GraphCentre | null }>) => {
    stopWaiting()
    $drawn.set({ ...$drawn.get(), ...changes })
  }
  return {
    $part: computed($drawn, ({ schema: name, words, centre }) => ({
      schema: name,
      words,
      around: centre && { id: centre.id, steps: centre.steps },
    })),
    $centre: computed($drawn, ({ centre }) => centre),
    search(words) {
      stopWaiting()
      if (words.trim() !== $drawn.get().words)
        stopWaiting = clock.after(SEARCH_DEBOUNCE_MS, () => change({ words: words.trim() }))
    },
    around: (centre) => change({ centre, words: '' }),
    begin(name) {
      stopWaiting()
      $drawn.set({ schema: name, words: '', centre: null })
    },
    dispose: () => stopWaiting(),
  }
}
