/** Whether the element that had the focus is gone, and nothing else has taken it. */
export function isFocusLost(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body
}
