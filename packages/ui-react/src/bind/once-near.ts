/** Calls `run` once when an element comes near the visible part of what scrolls it. Returns how to stop. */
const MARGIN = '600px'

export function onceNear(element: Element | null, run: () => void): (() => void) | undefined {
  if (!element) return undefined
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      run()
    },
    // Only of the root is the margin counted, and an element is never seen in a root that does not hold it.
    { root: scrollerOf(element), rootMargin: MARGIN },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** The nearest ancestor that scrolls: the main element for a page, a list of its own in a popover. Null: the window. */
function scrollerOf(element: Element): Element | null {
  for (let above = element.parentElement; above; above = above.parentElement)
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above
  return null
}
