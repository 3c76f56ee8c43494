/** Keeps a growing element scrolled to its end while the user is at the end; after scrolling up the position stays. */
import { useEffect, useRef, type RefObject } from 'react'

/** Pixels from the end that count as being there. */
const NEAR = 40

export function useStickToEnd<Some extends HTMLElement>(): RefObject<Some | null> {
  const box = useRef<Some>(null)
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content) return undefined
    let isAtEnd = true
    const look = () => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
    }
    const follow = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight
    })
    element.addEventListener('scroll', look, { passive: true })
    follow.observe(content)
    return () => {
      element.removeEventListener('scroll', look)
      follow.disconnect()
    }
  }, [])
  return box
}
