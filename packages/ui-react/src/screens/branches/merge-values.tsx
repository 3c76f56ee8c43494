/** Buckets and settings that differ, each with its value on both sides. */
import type { ChosenChanges, MergeScreen, MergeView } from '@basedeck/core'
import { mergeText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Section } from '../../elements/section.js'
import styles from './merge.module.css'

type Value = MergeView['comparison']['buckets'][number]

export interface MergeValuesProps {
  screen: MergeScreen
  kind: Exclude<keyof ChosenChanges, 'objects'>
  title: string
  lead: string
  values: readonly Value[]
  mayNotChoose: boolean
}

/** Nothing where nothing differs. */
export function MergeValues({ screen, kind, title, lead, values, mayNotChoose }: MergeValuesProps) {
  const chosen = useStore(screen.$chosen)[kind]
  if (values.length === 0) return null
  return (
    <Section title={title} description={lead} isFlush>
      <ul className={styles['list']} aria-label={title}>
        {values.map((value) => (
          <li key={value.id} className={styles['row']}>
            <input
              type="checkbox"
              aria-label={text.choose(value.id)}
              checked={chosen.has(value.id)}
              disabled={mayNotChoose}
              onChange={() => screen.toggle(kind, value.id)}
            />
            <span className={styles['name']}>{value.id}</span>
            <span className={styles['value']}>
              <Side title={text.sides.parent} value={value.parent} isSecret={value.secret} />
              <Side title={text.sides.branch} value={value.branch} isSecret={value.secret} />
            </span>
            {value.conflict && (
              <Badge tone="bad" title={text.conflictHint}>
                {text.conflict}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Side({ title, value, isSecret }: { title: string; value: string | null; isSecret: boolean }) {
  return (
    <span>
      <span className={styles['quiet']}>{title} </span>
      {value === null ? text.absent : isSecret ? text.secretSet : <code>{value}</code>}
    </span>
  )
}
