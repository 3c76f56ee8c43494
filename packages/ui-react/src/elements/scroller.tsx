/** A scrolling part of a page. It is focusable, so that the keyboard scrolls it too. */
import type { ComponentProps } from 'react'

export interface ScrollerProps extends Omit<ComponentProps<'div'>, 'role' | 'tabIndex'> {
  /** Its accessible name. */
  'aria-label': string
}

export function Scroller(props: ScrollerProps) {
  return <div role="group" tabIndex={0} {...props} />
}
