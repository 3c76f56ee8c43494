/**
 * A field over the list that it searches. The field keeps the focus, the arrow keys move the highlight, and Enter takes the
 * highlighted entry. The caller filters the list.
 */
import { Combobox as Base } from '@base-ui/react/combobox'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../bind/link.js'
import { Icon } from './icon.js'
import { OutsideLink } from './outside-link.js'
import styles from './combobox.module.css'

export interface ComboboxProps {
  /** The name and the placeholder of the field. */
  label: string
  words: string
  /** The value of the entry that is highlighted before something is typed. */
  start: string | null
  /**
   * Whether typing highlights the first entry. Default true; false where entries come later than the words, so that Enter
   * never takes an entry of the words before.
   */
  highlightsFirst?: boolean
  onType(words: string): void
  /** An entry was chosen that is not a link. */
  onTake?(value: string): void
  /** Enter was pressed, whether an entry is highlighted or not; before `onTake`. */
  onEnter?(): void
  children: ReactNode
}

export function Combobox(props: ComboboxProps) {
  const { label, words, start, highlightsFirst = true, onType, onTake, onEnter, children } = props
  return (
    <Base.Root
      inline
      open
      autoHighlight={highlightsFirst}
      value={start}
      inputValue={words}
      onInputValueChange={onType}
      onValueChange={(value) => value !== null && onTake?.(value)}
    >
      <div className={styles['field']}>
        <Icon of={Search} size={14} />
        <Base.Input
          className={styles['input']}
          aria-label={label}
          placeholder={label}
          onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && onEnter?.()}
        />
      </div>
      {children}
    </Base.Root>
  )
}

export interface ComboboxListProps {
  label: string
  isBusy?: boolean
  className?: string | undefined
  children: ReactNode
}

export function ComboboxList({ label, isBusy = false, className, children }: ComboboxListProps) {
  return (
    <Base.List aria-label={label} aria-busy={isBusy} className={className}>
      {children}
    </Base.List>
  )
}

export interface ComboboxOptionProps {
  value: string
  /** It is a link, which opens by itself. */
  href?: string
  /** The link leaves the dashboard. */
  isOutside?: boolean
  /** It is listed, and can't be chosen. */
  isDisabled?: boolean
  className?: string | undefined
  onClick?(): void
  children: ReactNode
}

export function ComboboxOption(props: ComboboxOptionProps) {
  const { value, href, isOutside = false, isDisabled = false, className, onClick, children } = props
  return (
    <Base.Item
      value={value}
      disabled={isDisabled}
      className={className}
      onClick={onClick}
      render={(given, { highlighted }) => {
        // The highlighted option is the selected one, as in the combobox of the ARIA practices.
        const option = { ...given, 'aria-selected': highlighted }
        if (href === undefined || isDisabled) return <div {...option} />
        const Anchor = isOutside ? OutsideLink : Link
        return <Anchor {...option} href={href} tabIndex={-1} />
      }}
    >
      {children}
    </Base.Item>
  )
}
