/** Listens to every store of a deck or screen, including later ones, like a view that shows everything. */

export interface Watched {
  dispose(): void
}

interface Store {
  subscribe(listener: (value: unknown) => void): () => void
}

const isStore = (value: object): value is Store =>
  'subscribe' in value && 'get' in value && typeof value.subscribe === 'function'

export function watchEverything(root: object): Watched {
  const seen = new WeakSet<object>()
  const stops: (() => void)[] = []
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (isStore(value)) stops.push(value.subscribe(look))
    else if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
      for (const inner of Object.values(value)) look(inner)
  }
  look(root)
  return {
    dispose() {
      for (const stop of stops) stop()
    },
  }
}
