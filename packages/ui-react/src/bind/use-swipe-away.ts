/** A panel at the right edge is closed by a swipe to the right, as on a phone. */
import { useRef, type TouchEvent } from 'react'

/** Pixels that a finger goes at least. */
const FAR = 72
/** How much more it goes across than down. */
const LEVEL = 2

/** Spread over the element that is swiped. */
export interface SwipeAway {
  onTouchStart(event: TouchEvent): void
  onTouchEnd(event: TouchEvent): void
}

export function useSwipeAway(onAway: () => void): SwipeAway {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart({ touches, target }) {
      const touch = touches.length === 1 && !needsSwipes(target) ? touches.item(0) : null
      start.current = touch && { x: touch.clientX, y: touch.clientY }
    },
    onTouchEnd({ changedTouches }) {
      const from = start.current
      const touch = changedTouches.item(0)
      start.current = null
      if (!from || !touch) return
      const across = touch.clientX - from.x
      if (across > FAR && across > LEVEL * Math.abs(touch.clientY - from.y)) onAway()
    },
  }
}

/** A text that is marked, or a part that scrolls sideways, has its own swipes. */
function needsSwipes(target: EventTarget): boolean {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at.matches('input, textarea, [contenteditable]')) return true
    if (at.scrollWidth > at.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(at).overflowX))
      return true
  }
  return false
}
