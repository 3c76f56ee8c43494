/**
 * Parts of the view whose file is loaded when they are first drawn. While the platform is away a file can't be loaded, and
 * is requested until it arrives: a missing part must not break the page.
 */
import { lazy, Suspense, type ComponentType } from 'react'

const RETRY_MS = 2000

/** A component with its own Suspense boundary. @param Fallback drawn with the same props until the file has loaded; default: nothing */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
): ComponentType<Props> {
  const Loaded = lazyWithRetry(load)
  return function LazyComponent(props: Props) {
    return (
      <Suspense fallback={Fallback && <Fallback {...props} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** For a caller that has a Suspense boundary. @param tries after so many it throws; default: never */
export function lazyWithRetry<Props>(
  load: () => Promise<ComponentType<Props>>,
  tries = Number.POSITIVE_INFINITY,
) {
  return lazy(async () => ({ default: await loadWithRetry(load, tries) }))
}

/** The result of `load`, which is called again after every failure. */
export async function loadWithRetry<Part>(
  load: () => Promise<Part>,
  tries = Number.POSITIVE_INFINITY,
): Promise<Part> {
  for (let left = tries; ; left -= 1) {
    try {
      return await load()
    } catch (error) {
      if (left <= 1) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
