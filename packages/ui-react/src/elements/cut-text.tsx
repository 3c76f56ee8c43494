/**
 * A text in a table: on one line, in full where there is room. A table without room cuts the long ones first; a
 * short one stays whole.
 */
import type { CSSProperties } from 'react'
import { classNames } from './class-names.js'
import styles from './cut-text.module.css'

export interface CutTextProps {
  children: string
  /** On hover; default: the text. */
  whole?: string | undefined
  isCode?: boolean
}

export function CutText({ children, whole = children, isCode = false }: CutTextProps) {
  const Text = isCode ? 'code' : 'bdi'
  return (
    <span className={styles['room']} style={{ '--characters': children.length } as CSSProperties}>
      <Text className={classNames(styles['text'], isCode && styles['code'])} title={whole}>
        {children}
      </Text>
    </span>
  )
}
