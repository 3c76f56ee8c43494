/** Whether an element is at least so many pixels wide; false until it is measured. */
import { useEffect, useState, type RefObject } from 'react'

export function useIsWide(ref: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const sizes = new ResizeObserver(() => setWide(element.offsetWidth >= pixels))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [ref, pixels])
  return isWide
}
