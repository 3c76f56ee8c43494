/**
 * Parts of a deck whose code is loaded when a caller first needs them. Each is made once, from what the deck gives, and ends with
 * it.
 */
import type { Disposable } from './screen.js'

export interface LazyService extends Disposable {
  /** Another user has signed in: nothing of the previous user is kept in memory. */
  forget(): void
}

export interface LazyServices<Deps> extends LazyService {
  /** The service that `create` makes; the same one for the same `create`. */
  of<Part extends LazyService>(create: (deps: Deps) => Part): Part
}

/** @param deps read when a service is made */
export function createLazyServices<Deps>(deps: () => Deps): LazyServices<Deps> {
  const made = new Map<(deps: Deps) => LazyService, LazyService>()
  return {
    of<Part extends LazyService>(create: (given: Deps) => Part): Part {
      const known = made.get(create)
      // The map is keyed by the function that made the value, so the type holds.
      if (known) return known as Part
      const part = create(deps())
      made.set(create, part)
      return part
    },
    forget() {
      for (const part of made.values()) part.forget()
    },
    dispose() {
      for (const part of made.values()) part.dispose()
      made.clear()
    },
  }
}
