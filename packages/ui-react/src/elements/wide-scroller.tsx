/**
 * What is wider than its place: it scrolls to the side, and shows at its edges that there is more.
 */
import { useScrollEdges } from '../bind/use-scroll-edges.js'
import { classNames } from './class-names.js'
import { Scroller, type ScrollerProps } from './scroller.js'
import styles from './wide-scroller.module.css'

export function WideScroller({ className, ...rest }: Omit<ScrollerProps, 'ref'>) {
  return (
    <Scroller
      ref={useScrollEdges<HTMLDivElement>()}
      className={classNames(styles['scroller'], className)}
      {...rest}
    />
  )
}
