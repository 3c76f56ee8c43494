/** Calls `run` once when an element comes near the visible part of the page. Returns how to stop. */
const MARGIN = '600px'

export function onceNear(element: Element | null, run: () => void): (() => void) | undefined {
  if (!element) return undefined
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      run()
    },
    // The page scrolls inside its main element, so that is the root.
    { root: element.closest('main'), rootMargin: MARGIN },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
