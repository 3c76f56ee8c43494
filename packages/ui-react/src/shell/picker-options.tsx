/** Entries of a picker. They are links, so that one can open in a new tab. */
import type { PickerEntry } from '@basedeck/core'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { Link } from '../bind/link.js'
import { Badge } from '../elements/badge.js'
import { Icon } from '../elements/icon.js'
import { Name } from '../elements/name.js'
import { OutsideLink } from '../elements/outside-link.js'
import { Scroller } from '../elements/scroller.js'
import styles from './picker.module.css'

/** Pixels before the end of the list at which more is loaded: the height of the list. */
const NEAR_END = 210

export const optionId = (id: string, index: number): string => `${id}-${index}`

export interface PickerOptionsProps {
  id: string
  label: string
  /** The index of the first one among all. */
  from: number
  entries: readonly PickerEntry[]
  /** The index of the one that Enter opens. */
  marked: number
  className: string | undefined
  onMark(index: number): void
  onOpen(): void
  onNearEnd?: () => void
}

export function PickerOptions(props: PickerOptionsProps) {
  const { id, label, from, entries, marked, className, onMark, onOpen, onNearEnd } = props
  if (entries.length === 0) return null
  return (
    <Scroller
      aria-label={label}
      className={className}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < NEAR_END) onNearEnd?.()
      }}
      onPointerMove={({ target }) => {
        const index = (target as Element).closest<HTMLElement>('[role=option]')?.dataset['index']
        if (index !== undefined && Number(index) !== marked) onMark(Number(index))
      }}
    >
      {entries.map((entry, index) => (
        <Option
          key={entry.key}
          id={optionId(id, from + index)}
          index={from + index}
          entry={entry}
          isMarked={from + index === marked}
          onOpen={onOpen}
        />
      ))}
    </Scroller>
  )
}

interface OptionProps {
  id: string
  index: number
  entry: PickerEntry
  isMarked: boolean
  onOpen(): void
}

/** A long list is drawn again with every key; most entries do not change. */
const Option = memo(function Option({ id, index, entry, isMarked, onOpen }: OptionProps) {
  const { label, href, active, badge, refusal } = entry
  const props = {
    id,
    role: 'option',
    'aria-selected': isMarked,
    'data-index': index,
    className: styles['option'],
    ref: active ? reveal : undefined,
  }
  const content = (
    <>
      <span className={styles['name']}>
        <Name>{label}</Name>
      </span>
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      {active && <Icon of={Check} size={14} />}
    </>
  )
  if (refusal !== undefined) {
    return (
      <div {...props} aria-disabled>
        {content}
        <span className={styles['refusal']}>{refusal}</span>
      </div>
    )
  }
  if (entry.isOutside) {
    return (
      <OutsideLink {...props} href={href} tabIndex={-1} onClick={onOpen}>
        {content}
      </OutsideLink>
    )
  }
  return (
    <Link {...props} href={href} tabIndex={-1} onClick={onOpen}>
      {content}
    </Link>
  )
})

function reveal(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
