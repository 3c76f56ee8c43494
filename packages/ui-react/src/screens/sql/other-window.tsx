import type { Draft } from '@basedeck/core'
import { sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { isFocusFree } from '../../bind/is-focus-free.js'
import { useFocusAfter } from '../../bind/use-focus-after.js'
import { Button } from '../../elements/button.js'
import styles from './sql-editor.module.css'

interface OtherWindowProps {
  draft: Draft
  /** The choice was made by its button: the editor takes the focus. */
  focusEditor(): void
}

/** The choice when another window wrote the same text. */
export function OtherWindow({ draft, focusEditor }: OtherWindowProps) {
  const theirs = useStore(draft.$theirs)
  useFocusAfter(theirs !== null, () => isFocusFree() && focusEditor())
  if (theirs === null) return null
  return (
    <div role="alert" className={styles['conflict']}>
      <span>{sqlText.otherWindow}</span>
      <Button onClick={draft.takeTheirs}>{sqlText.takeTheirs}</Button>
      <Button onClick={draft.keepMine}>{sqlText.keepMine}</Button>
    </div>
  )
}
