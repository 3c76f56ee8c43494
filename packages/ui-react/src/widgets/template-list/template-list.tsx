/** Templates by their kind, in columns where there is room. */
import type { TemplateChoice } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { useRoving } from '../../bind/use-roving.js'
import styles from './template-list.module.css'

export interface TemplateListProps {
  templates: Pick<TemplateChoice, '$templates'>
  onUse(id: string): void
}

export function TemplateList({ templates, onUse }: TemplateListProps) {
  const groups = useStore(templates.$templates)
  const id = useId()
  const roving = useRoving<HTMLDivElement>('down')
  const sections = groups.map(({ kind, label, entries }) => (
    <section key={kind} aria-labelledby={`${id}-${kind}`}>
      <h3 id={`${id}-${kind}`} className={styles['group']}>
        {label}
      </h3>
      <ul className={styles['list']}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <button type="button" className={styles['template']} onClick={() => onUse(entry.id)}>
              {entry.title}
              <small>{entry.description}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  ))
  return (
    <div ref={roving} className={styles['all']}>
      {sections}
    </div>
  )
}
