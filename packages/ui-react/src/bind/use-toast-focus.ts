/**
 * The toasts are the last stops of the Tab key. Their library would send the focus back to where it came from with each step out of
 * them, and Tab would run in a circle: it does not hear of the focus here. A toast that goes while it has the focus gives it back.
 */
import { useEffect } from 'react'

export function useToastFocus(region: HTMLElement | null): void {
  useEffect(() => {
    if (!region) return undefined
    let from: HTMLElement | null = null
    let last: Element | null = null
    const enter = (event: FocusEvent) => {
      const { target, relatedTarget } = event
      event.stopPropagation()
      last = target instanceof Element ? target : null
      if (relatedTarget instanceof HTMLElement && !region.contains(relatedTarget)) from = relatedTarget
    }
    const leave = (event: FocusEvent) => event.stopPropagation()
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !last || last.isConnected) return
      last = null
      from?.focus({ preventScroll: true })
    })
    observer.observe(region, { childList: true, subtree: true })
    // React hears of the focus at the root, above the region.
    region.addEventListener('focusin', enter)
    region.addEventListener('focusout', leave)
    return () => {
      observer.disconnect()
      region.removeEventListener('focusin', enter)
      region.removeEventListener('focusout', leave)
    }
  }, [region])
}
