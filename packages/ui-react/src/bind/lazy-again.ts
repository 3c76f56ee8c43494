/**
 * A part of the view whose file comes when it is first shown. While the platform is away the file can't come, and is asked
 * for until it does: a missing overlay must not break the page.
 */
import { lazy, type ComponentType } from 'react'

const AGAIN_MS = 2000

/** @param tries after so many it breaks after all; default: never */
export function lazyAgain<Props>(
  load: () => Promise<ComponentType<Props>>,
  tries = Number.POSITIVE_INFINITY,
) {
  return lazy(async () => ({ default: await insist(load, tries) }))
}

/** What a file holds; while it can't be had it is asked for again. */
export async function insist<Part>(
  load: () => Promise<Part>,
  tries = Number.POSITIVE_INFINITY,
): Promise<Part> {
  for (let left = tries; ; left -= 1) {
    try {
      return await load()
    } catch (error) {
      if (left <= 1) throw error
      // The network is away, or comes back in a moment.
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}
