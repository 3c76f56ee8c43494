/**
 * What has the focus may go: a page is left, a row is deleted. If nothing else takes the focus, the content does, so that Tab goes on
 * there and not from the browser's address.
 */
import { useEffect } from 'react'

export function useKeptFocus(content: HTMLElement | null): void {
  useEffect(() => {
    if (!content) return undefined
    let last: Element | null = null
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    // A press on nothing takes the focus away on purpose.
    const forget = () => {
      last = null
    }
    const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected
    // A menu gives the focus back, and a list passes it on, a moment after their element is gone.
    const observer = new MutationObserver(() => {
      if (isLost()) setTimeout(() => isLost() && content.focus({ preventScroll: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', note, true)
    addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      removeEventListener('focusin', note, true)
      removeEventListener('pointerdown', forget)
    }
  }, [content])
}
