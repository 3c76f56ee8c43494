/** A name that people gave: in any script it stays by itself, and one too long is cut and whole on hover. */
import { classNames } from './class-names.js'
import styles from './name.module.css'

export interface NameProps {
  children: string
  /** Shown whole, in several lines: for headings. */
  isWhole?: boolean
}

export function Name({ children, isWhole = false }: NameProps) {
  return (
    <bdi className={classNames(!isWhole && styles['name'])} title={isWhole ? undefined : children}>
      {children}
    </bdi>
  )
}
