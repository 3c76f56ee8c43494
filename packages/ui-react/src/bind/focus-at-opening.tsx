/**
 * A page that opens with the cursor in its editor takes the focus only if the focus has not moved since the page was requested. A
 * key that is pressed in a list while the page loads must not land in the text.
 */
import { createContext, useContext, useEffect, useState, type ReactNode, type RefObject } from 'react'
import { useDeck } from './deck-context.js'

const FocusAtOpening = createContext<RefObject<Element | null> | null>(null)

/** Elements that close by themselves and give the focus back: that is not a move by the user. */
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]'

export function FocusAtOpeningProvider({ children }: { children: ReactNode }) {
  const { router } = useDeck()
  const [before] = useState<RefObject<Element | null>>(() => ({ current: document.activeElement }))
  useEffect(
    () =>
      router.$route.listen(() => {
        before.current = document.activeElement
      }),
    [router, before],
  )
  return <FocusAtOpening value={before}>{children}</FocusAtOpening>
}

/** Whether the focus is still where it was when this page was asked for. */
export function useMayTakeFocus(): () => boolean {
  const before = useContext(FocusAtOpening)
  return () => {
    const now = document.activeElement
    const then = before?.current
    return now === null || now === document.body || now === then || !then?.isConnected || isInOverlay(then)
  }
}

function isInOverlay(element: Element): boolean {
  return element.closest(OVERLAYS) !== null
}
