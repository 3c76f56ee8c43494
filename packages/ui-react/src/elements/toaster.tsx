/** Short messages that announce themselves. A door of its own, so that it loads after the page. */
import { Toaster as Sonner, toast } from 'sonner'
import type { Note } from '@basedeck/core'
import styles from './toaster.module.css'

export interface ToasterProps {
  /** The accessible name of the place where the messages appear. */
  label: string
  theme: 'light' | 'dark'
}

export function Toaster({ label, theme }: ToasterProps) {
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      visibleToasts={4}
      containerAriaLabel={label}
      className={styles['toaster'] ?? ''}
    />
  )
}

/** Shows a message in the page's `Toaster`. */
export function notify({ kind, message, detail }: Note): void {
  toast[kind](message, detail === undefined ? {} : { description: detail })
}
