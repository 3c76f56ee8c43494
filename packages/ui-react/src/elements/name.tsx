/** A name that users gave: its script does not change the text around it, and a long one is cut, with the full name on hover. */
import { classNames } from './class-names.js'
import styles from './name.module.css'

export interface NameProps {
  children: string
  /** Not cut, in several lines: for headings. */
  isWhole?: boolean
}

export function Name({ children, isWhole = false }: NameProps) {
  return (
    <bdi className={classNames(!isWhole && styles['name'])} title={isWhole ? undefined : children}>
      {children}
    </bdi>
  )
}
