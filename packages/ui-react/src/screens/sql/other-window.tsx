import type { Draft } from '@basedeck/core'
import { sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import styles from './sql-editor.module.css'

/** The choice when another window wrote the same text. */
export function OtherWindow({ draft }: { draft: Draft }) {
  const theirs = useStore(draft.$theirs)
  if (theirs === null) return null
  return (
    <div role="alert" className={styles['conflict']}>
      <span>{sqlText.otherWindow}</span>
      <Button onClick={draft.takeTheirs}>{sqlText.takeTheirs}</Button>
      <Button onClick={draft.keepMine}>{sqlText.keepMine}</Button>
    </div>
  )
}
