/** A list of names and values. */
import type { ReactNode } from 'react'
import styles from './fact-list.module.css'

export interface FactListProps {
  facts: readonly { key: string; label: string; value: ReactNode }[]
}

export function FactList({ facts }: FactListProps) {
  return (
    <dl className={styles['facts']}>
      {facts.map((fact) => (
        <div key={fact.key} className={styles['fact']}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
