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
  /** What `create` makes; the same one for the same `create`. */
  of<Part extends LazyService>(create: (deps: Deps) => Part): Part
}

/** @param deps asked for when a part is made */
export function createLazyServices<Deps>(deps: () => Deps): LazyServices<Deps> {
  const made = new Map<(deps: Deps) => LazyService, LazyService>()
  return {
    of<Part extends LazyService>(create: (given: Deps) => Part): Part {
      const known = made.get(create)
      // What this function made is what it makes.
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
