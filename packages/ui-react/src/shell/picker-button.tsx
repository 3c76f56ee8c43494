/** Opens a picker of the header. What draws it comes when it is first opened. */
import type { PickerKind } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { lazy, Suspense, useRef, type ReactNode } from 'react'
import { useDeck } from '../bind/deck-context.js'
import styles from './picker.module.css'

const PickerPopover = lazy(async () => ({ default: (await import('./picker-popover.js')).PickerPopover }))

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
        <Suspense>
          <PickerPopover picker={picker} button={button} onClose={shell.pickers.close} />
        </Suspense>
      )}
    </>
  )
}
