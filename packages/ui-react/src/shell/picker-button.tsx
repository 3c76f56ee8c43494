/** The button of a picker in the header. The picker loads when it is first opened. */
import type { PickerKind } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useRef, type ReactNode } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { lazyComponent } from '../bind/lazy-component.js'
import styles from './picker.module.css'

const PickerPopover = lazyComponent(async () => (await import('./picker-popover.js')).PickerPopover)

export interface PickerButtonProps {
  kind: PickerKind
  label: string
  children: ReactNode
}

export function PickerButton({ kind, label, children }: PickerButtonProps) {
  const { shell } = useDeck()
  const isWanted = useStore(shell.pickers.$wanted) === kind
  const picker = useStore(shell.pickers.$open)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        data-kind={kind}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isWanted}
        onClick={() => (isWanted ? shell.pickers.close() : shell.pickers.open(kind))}
      >
        {children}
      </button>
      {picker?.kind === kind && (
        <PickerPopover picker={picker} button={button} onClose={shell.pickers.close} />
      )}
    </>
  )
}
