/** Focuses an element that appeared because of a user's action. */
import { useState, type RefCallback } from 'react'

export function useFocusOnce<Some extends HTMLElement>(): RefCallback<Some> {
  const [focus] = useState(() => (element: Some | null) => {
    // An element within an editor is measured first: focusing must not scroll to an unknown position.
    element?.focus({ preventScroll: true })
  })
  return focus
}
