/** Nothing has the focus: what had it is gone, or nothing took it. */
export function isFocusFree(): boolean {
  return document.activeElement === document.body
}
