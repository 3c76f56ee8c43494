/**
 * A page that opens with the cursor in its editor takes the focus only if the focus has not moved since the page was requested. A
 * key that is pressed in a list while the page loads must not land in the text. A list that is drawn anew with the page says
 * beforehand what gets the focus there.
 */
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { useDeck } from './deck-context.js'
import { isFocusFree } from './is-focus-free.js'
import { focusMainPane } from './use-panes.js'

/** `content`: the rows or the files; `entry`: the entry of the list that was opened. */
type Wanted = 'content' | 'entry'

interface Opening {
  /** A page is requested. */
  begin(): void
  /** Whether the focus is still where it was then. */
  mayTakeFocus(): boolean
  want(what: Wanted): void
  /** Whether this is wanted. It is wanted once. */
  takes(what: Wanted): boolean
}

/** Elements that close by themselves and give the focus back: that is not a move by the user. */
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]'

function createOpening(): Opening {
  let before = document.activeElement
  let wanted: Wanted | null = null
  const mayTakeFocus = () => {
    const now = document.activeElement
    return now === null || isFocusFree() || now === before || !before?.isConnected || isInOverlay(before)
  }
  return {
    begin() {
      before = document.activeElement
    },
    mayTakeFocus,
    want(what) {
      wanted = what
    },
    takes(what) {
      if (wanted !== what) return false
      wanted = null
      return mayTakeFocus()
    },
  }
}

const FocusAtOpening = createContext<Opening | null>(null)

export function FocusAtOpeningProvider({ children }: { children: ReactNode }) {
  const { router } = useDeck()
  const [opening] = useState(createOpening)
  useEffect(() => router.$route.listen(opening.begin), [router, opening])
  return <FocusAtOpening value={opening}>{children}</FocusAtOpening>
}

/** Whether the focus is still where it was when this page was asked for. */
export function useMayTakeFocus(): () => boolean {
  const opening = useContext(FocusAtOpening)
  return () => opening?.mayTakeFocus() ?? true
}

/**
 * The focus of a list whose entries open a page: Enter leads into what was opened, a press of the pointer stays on the entry.
 * `wants` is called when an entry is chosen, `takes` when what was wanted is there: once it says yes.
 */
export function useFocusOfOpened() {
  const opening = useContext(FocusAtOpening)
  return useMemo(
    () => ({
      wants(event: MouseEvent<HTMLElement>) {
        const isKey = event.detail === 0
        const isOpen = event.currentTarget.hasAttribute('aria-current')
        if (isKey && isOpen) focusMainPane()
        else if (!isOpen) opening?.want(isKey ? 'content' : 'entry')
      },
      takes: (what: Wanted) => opening?.takes(what) ?? false,
    }),
    [opening],
  )
}

function isInOverlay(element: Element): boolean {
  return element.closest(OVERLAYS) !== null
}
