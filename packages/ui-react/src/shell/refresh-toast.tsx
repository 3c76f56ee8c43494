/** The prompt to refresh for a newer version: it stays until it is answered. */
import type { RefreshPrompt } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../elements/button.js'
import styles from './refresh-toast.module.css'

export function RefreshToast({ prompt }: { prompt: RefreshPrompt }) {
  const isAsked = useStore(prompt.$isAsked)
  return (
    <div role="status" className={styles['container']}>
      {isAsked && (
        <div data-covers className={styles['toast']}>
          <p>{shellText.refresh.body}</p>
          <div className={styles['answers']}>
            <Button kind="ghost" onClick={prompt.notNow}>
              {shellText.refresh.notNow}
            </Button>
            <Button kind="primary" onClick={prompt.refresh}>
              {shellText.refresh.refresh}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
