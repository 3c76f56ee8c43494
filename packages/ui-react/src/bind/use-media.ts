/** Whether the window fits a media query. */
import { useSyncExternalStore } from 'react'

/** Between phone and desktop width: lists beside the page open over it. */
export const FOLDED = '(min-width: 768px) and (max-width: 1023px)'

/** Phone width: a panel covers the page. */
export const PHONE = '(max-width: 767px)'

/** A window of few lines, as at 200 % zoom: the page scrolls. */
export const LOW = '(max-height: 560px)'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
