/** Puts the focus on what has just come onto the page by the user's own doing. */
import { useState, type RefCallback } from 'react'

export function useFocusOnce<Some extends HTMLElement>(): RefCallback<Some> {
  const [focus] = useState(() => (element: Some | null) => {
    // What comes within an editor is measured first: focus must not scroll to where it is not.
    element?.focus({ preventScroll: true })
  })
  return focus
}
