/**
 * The toasts are the last stops of the Tab key. Their library would send the focus back to where it came from with each step out of
 * them, and Tab would run in a circle: it does not hear of the focus here. While a toast has the focus, all stay; Escape closes
 * them. A toast that goes while it has the focus gives it back.
 */
import { useEffect, useEffectEvent } from 'react'

/** @param onEscape closes the toasts */
export function useToastFocus(region: HTMLElement | null, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!region) return undefined
    let from: HTMLElement | null = null
    let last: Element | null = null
    const enter = (event: FocusEvent) => {
      const { target, relatedTarget } = event
      event.stopPropagation()
      last = target instanceof Element ? target : null
      if (relatedTarget instanceof HTMLElement && !region.contains(relatedTarget)) from = relatedTarget
      hold(region)
    }
    const leave = (event: FocusEvent) => {
      event.stopPropagation()
      if (!region.contains(event.relatedTarget as Node | null)) release(region)
    }
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') escape()
    }
    const observer = new MutationObserver(() => {
      if (region.contains(document.activeElement)) return hold(region)
      if (document.activeElement !== document.body || !last || last.isConnected) return
      last = null
      from?.focus({ preventScroll: true })
    })
    observer.observe(region, { childList: true, subtree: true })
    // React hears of the focus at the root, above the region.
    region.addEventListener('focusin', enter)
    region.addEventListener('focusout', leave)
    region.addEventListener('keydown', press)
    return () => {
      observer.disconnect()
      region.removeEventListener('focusin', enter)
      region.removeEventListener('focusout', leave)
      region.removeEventListener('keydown', press)
    }
  }, [region])
}

/** The library stops the time of its toasts under the pointer alone: the focus counts as one. */
function hold(region: HTMLElement): void {
  listsOf(region).forEach((list) => list.dispatchEvent(new MouseEvent('mousemove', { bubbles: true })))
}

function release(region: HTMLElement): void {
  const left = { bubbles: true, relatedTarget: document.body }
  listsOf(region).forEach((list) => list.dispatchEvent(new MouseEvent('mouseout', left)))
}

function listsOf(region: HTMLElement): NodeListOf<HTMLElement> {
  return region.querySelectorAll('[data-sonner-toaster]')
}
