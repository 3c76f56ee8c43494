import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import styles from './not-found.module.css'

export function NotFound({ path }: { path: string }) {
  const { shell } = useDeck()
  return (
    <div className={styles['page']}>
      <h1>{shellText.notFoundTitle}</h1>
      <p>{shellText.notFoundBody(path)}</p>
      <Link href={useStore(shell.$homeHref)} className={styles['link']}>
        {shellText.backHome}
      </Link>
    </div>
  )
}
