/** Templates by their kind. */
import type { TemplateChoice } from '@basedeck/core'
import { editorPanelText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import styles from './template-list.module.css'

export interface TemplateListProps {
  templates: Pick<TemplateChoice, '$templates'>
  onUse(id: string): void
  /** In columns, where there is room. */
  isWide?: boolean
}

export function TemplateList({ templates, onUse, isWide = false }: TemplateListProps) {
  const groups = useStore(templates.$templates)
  const id = useId()
  if (groups.length === 0) return <p className={styles['none']}>{editorPanelText.noTemplate}</p>
  return groups.map(({ kind, label, entries }) => (
    <section key={kind} aria-labelledby={`${id}-${kind}`}>
      <h3 id={`${id}-${kind}`} className={styles['group']}>
        {label}
      </h3>
      <ul className={styles['list']} data-wide={isWide}>
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
}
