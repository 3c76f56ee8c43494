/**
 * Content that is wider than its container: it scrolls sideways, and its edges show that there is more.
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
