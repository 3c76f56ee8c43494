/** The container of the toasts. It loads after the page. */
import { Toaster as Sonner, toast, useSonner } from 'sonner'
import type { Note, Progress, ProgressCancel, ProgressNote } from '@basedeck/core'
import { useState } from 'react'
import { useMounted } from '../bind/use-mounted.js'
import { ProgressToast } from './progress-toast.js'
import styles from './toaster.module.css'
import { useToastFocus } from '../bind/use-toast-focus.js'
import { useToastPlace } from '../bind/use-toast-place.js'

export interface ToasterProps {
  /** The accessible name of the container of the toasts. */
  label: string
  theme: 'light' | 'dark'
}

let mounted = () => {}
/** Resolves when messages can be shown. */
export const isMounted = new Promise<void>((resolve) => {
  mounted = resolve
})

export function Toaster({ label, theme }: ToasterProps) {
  useMounted(mounted)
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const { toasts } = useSonner()
  const offset = useToastPlace(region, toasts.length)
  useToastFocus(region, () => {
    for (const { id, dismissible = true } of toasts) if (dismissible) toast.dismiss(id)
  })
  return (
    <div ref={setRegion} data-pane>
      <Sonner
        theme={theme}
        position="bottom-right"
        visibleToasts={4}
        offset={offset}
        mobileOffset={{ ...offset, left: offset.right }}
        containerAriaLabel={label}
        className={styles['toaster'] ?? ''}
      />
    </div>
  )
}

/** Milliseconds to undo an action. */
const ACTION_MS = 10_000

/** Shows a message in the page's `Toaster`. */
export function notify({ kind, message, detail, action, key, durationMs }: Note): void {
  toast[kind](message, {
    ...(detail === undefined ? {} : { description: detail }),
    ...(action ? { action: { label: action.label, onClick: action.run }, duration: ACTION_MS } : {}),
    ...(key === undefined ? {} : { id: key }),
    ...(durationMs === undefined ? {} : { duration: durationMs }),
  })
}

/** Shows the progress of an operation in the page's `Toaster`, until it ends. */
export function showProgress(first: ProgressNote, cancel?: ProgressCancel): Progress {
  const show = (note: ProgressNote, id?: string | number) =>
    toast.custom(() => <ProgressToast note={note} cancel={cancel} />, {
      duration: Number.POSITIVE_INFINITY,
      dismissible: false,
      ...(id === undefined ? {} : { id }),
    })
  const id = show(first)
  let isOver = false
  return {
    update(note) {
      if (!isOver) show(note, id)
    },
    end(outcome) {
      isOver = true
      toast.dismiss(id)
      if (outcome) notify(outcome)
    },
  }
}
