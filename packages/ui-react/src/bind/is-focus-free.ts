/** Nothing has the focus but the content as a whole: what had it is gone, or nothing took it. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === body || activeElement?.id === CONTENT_ID
}

/** The content of the page, which the link at its top leads to. */
export const CONTENT_ID = 'content'
