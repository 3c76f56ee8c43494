/** Marks on a scrolling element at which sides there is more of it: `data-more-start`, `data-more-end`. */
import { useEffect, useRef, type RefObject } from 'react'

export function useScrollEdges<Some extends HTMLElement>(): RefObject<Some | null> {
  const ref = useRef<Some>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const from = Math.abs(scrollLeft)
      element.toggleAttribute('data-more-start', from > 1)
      element.toggleAttribute('data-more-end', from + clientWidth < scrollWidth - 1)
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(element)
    const observeAll = () => {
      for (const child of element.children) sizes.observe(child)
    }
    observeAll()
    const children = new MutationObserver(() => {
      observeAll()
      mark()
    })
    children.observe(element, { childList: true })
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
  return ref
}
