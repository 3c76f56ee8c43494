/** A link that leaves the dashboard: it opens beside it. */
import type { ComponentProps } from 'react'

export function OutsideLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a target="_blank" rel="noreferrer" {...rest}>
      {children}
    </a>
  )
}
