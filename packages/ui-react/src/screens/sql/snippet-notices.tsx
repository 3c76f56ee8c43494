/** The choices that a snippet asks for above the editor, and the notices that replace the editor. */
import type { SnippetState } from '@basedeck/core'
import { snippetText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { isFocusFree } from '../../bind/is-focus-free.js'
import { useFocusAfter } from '../../bind/use-focus-after.js'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './snippet-notices.module.css'

/** The editor, or the reason for its absence. */
export function SnippetContent({ snippet, children }: { snippet: SnippetState; children: ReactNode }) {
  const placeholder = useStore(snippet.$placeholder)
  if (placeholder.type === 'shown') return children
  if (placeholder.type === 'missing') {
    return (
      <EmptyState title={text.notFound.title} body={text.notFound.body}>
        <Button onClick={snippet.newQuery}>{text.newQuery}</Button>
      </EmptyState>
    )
  }
  return (
    <div className={styles['placeholder']}>
      {placeholder.type === 'loading' ? (
        <Skeleton label={text.loading} lines={6} />
      ) : (
        <LoadFailure message={placeholder.message} onRetry={placeholder.retry} />
      )}
    </div>
  )
}

interface SnippetNoticesProps {
  snippet: SnippetState
  /** A choice was made by its button: the editor takes the focus. */
  focusEditor(): void
}

export function SnippetNotices({ snippet, focusEditor }: SnippetNoticesProps) {
  const choice = useStore(snippet.$choice)
  const left = useStore(snippet.$left)
  useFocusAfter(choice !== null || left !== null, () => isFocusFree() && focusEditor())
  if (left !== null) {
    const { title, body, keep, discard } = text.left[left]
    return (
      <div role="alert" className={styles['notice']}>
        <p className={styles['words']}>
          <strong>{title}</strong> {body}
        </p>
        <Button onClick={snippet.keepAsNew}>{keep}</Button>
        <Button kind="ghost" onClick={snippet.discard}>
          {discard}
        </Button>
      </div>
    )
  }
  if (!choice) return null
  const isWindow = choice.by === 'window'
  return (
    <div role="alert" className={styles['notice']}>
      <p className={styles['words']}>
        <strong>{isWindow ? text.conflict.window.title : text.conflict.title}</strong>{' '}
        {isWindow ? text.conflict.window.body : text.conflict.body(choice.lastSavedBy)}
      </p>
      <div className={styles['texts']}>
        <Side title={text.conflict.mine} sql={choice.mine} />
        <Side title={text.conflict.theirs} sql={choice.theirs} />
      </div>
      <Button onClick={snippet.keepMine}>{text.conflict.keepMine}</Button>
      <Button onClick={snippet.takeTheirs}>{text.conflict.takeTheirs}</Button>
    </div>
  )
}

/** The number of characters shown for the choice. */
const SHOWN_CHARACTERS = 4000

function Side({ title, sql }: { title: string; sql: string }) {
  return (
    <div>
      <p aria-hidden className={styles['whose']}>
        {title}
      </p>
      {/* It scrolls, so it must be focusable. */}
      <textarea
        readOnly
        rows={6}
        aria-label={title}
        className={styles['sql']}
        value={sql.slice(0, SHOWN_CHARACTERS)}
      />
    </div>
  )
}
