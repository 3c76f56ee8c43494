/** Read-only SQL, in the editor's colours. */
import { colouredSql } from '@basedeck/core/rules'
import { useMemo } from 'react'
import styles from './sql-text.module.css'

export function SqlText({ children }: { children: string }) {
  const pieces = useMemo(() => colouredSql(children), [children])
  return pieces.map(({ text, colour }, index) =>
    colour === 'plain' ? (
      text
    ) : (
      <span key={index} className={styles[colour]}>
        {text}
      </span>
    ),
  )
}
