/** A link within the product: a plain left click goes through the router, every other click stays the browser's. */
import type { ComponentProps, MouseEvent } from 'react'
import { useDeck } from './deck-context.js'

export type LinkProps = ComponentProps<'a'> & { href: string }

export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const { router } = useDeck()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    router.open(href)
  }
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
