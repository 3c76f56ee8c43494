// The diff of two texts, line by line; read-only.
import { useEffect, useLayoutEffect, useRef } from 'react'

import styles from './code-editor.module.css'
import type { DiffViewProps } from './diff-view.js'
import { applyTheme } from './monaco-theme.js'
import { openDiff } from './monaco.js'

export function MonacoDiff({ label, before, after, theme }: DiffViewProps) {
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(
    () => (box.current ? openDiff(box.current, label, before, after) : undefined),
    [label, before, after],
  )

  useEffect(() => {
    if (box.current) applyTheme(box.current, theme)
  }, [theme])

  return <div ref={box} className={styles.monaco} />
}
