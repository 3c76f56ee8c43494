/** Keeps an element in view: as it appears, as something in it is chosen, and as its parent, which scrolls, gets another width. */
import { useEffect, useRef, type RefObject } from 'react'

/** @param isOn whether it is the one that is kept in view @param chosen what is chosen in it; null: nothing */
export function useKeptInView<Some extends HTMLElement>(
  isOn: boolean,
  chosen: string | null,
): RefObject<Some | null> {
  const ref = useRef<Some>(null)
  useEffect(() => {
    const element = ref.current
    if (!isOn || !element?.parentElement) return undefined
    // The first size is told too.
    const sizes = new ResizeObserver(() => scrollTo(element))
    sizes.observe(element.parentElement)
    return () => sizes.disconnect()
  }, [isOn])
  useEffect(() => {
    if (isOn && chosen !== null && ref.current) scrollTo(ref.current)
  }, [isOn, chosen])
  return ref
}

function scrollTo(element: HTMLElement): void {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
