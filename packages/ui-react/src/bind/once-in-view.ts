/** Calls `run` once when an element comes into the visible part of the page and of what scrolls it. Returns how to stop. */
export function onceInView(element: Element | null, run: () => void): (() => void) | undefined {
  if (!element) return undefined
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    run()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
