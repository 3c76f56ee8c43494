/**
 * A part of the view whose file comes when it is first shown. While the platform is away the file can't come, and is asked
 * for until it does: a page must not break because of what lies over it.
 */
import { lazy, type ComponentType } from 'react'

const AGAIN_MS = 2000

export function lazyAgain<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await insist(load) }))
}

async function insist<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch {
      // The network is away, or comes back in a moment.
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}
