/** A link that leaves the dashboard, in a new tab. */
import type { ComponentProps } from 'react'

export function OutsideLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a target="_blank" rel="noreferrer" {...rest}>
      {children}
    </a>
  )
}
