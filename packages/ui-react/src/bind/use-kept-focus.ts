/**
 * What has the focus may go: a page is left, a row is deleted. If nothing else takes the focus, the content does, so that Tab goes on
 * there and not from the browser's address. A page without a frame, such as the sign-in, gives way to one with it, too.
 */
import { useEffect } from 'react'
import { CONTENT_ID } from './is-focus-free.js'

export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    // A press on nothing takes the focus away on purpose.
    const forget = () => {
      last = null
    }
    const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected
    const focusContent = () => document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
    // A menu gives the focus back, and a list passes it on, a moment after their element is gone.
    const observer = new MutationObserver(() => {
      if (isLost()) setTimeout(() => isLost() && focusContent())
    })
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', note, true)
    addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      removeEventListener('focusin', note, true)
      removeEventListener('pointerdown', forget)
    }
  }, [])
}
