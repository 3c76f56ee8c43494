/** The end of a list that grows: scrolling near it loads more, and so does its button. */
import { onceNear } from '../bind/once-near.js'
import { Button } from './button.js'
import styles from './list-end.module.css'

export interface ListEndProps {
  label: string
  loadingLabel: string
  isLoading: boolean
  /** The last error; then only the button loads more. */
  problem?: string | undefined
  onMore(): void
}

export function ListEnd({ label, loadingLabel, isLoading, problem, onMore }: ListEndProps) {
  const isWatched = !isLoading && problem === undefined
  return (
    <div className={styles['end']} ref={isWatched ? (element) => onceNear(element, onMore) : undefined}>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <Button aria-disabled={isLoading} onClick={() => !isLoading && onMore()}>
        {isLoading ? loadingLabel : label}
      </Button>
    </div>
  )
}
