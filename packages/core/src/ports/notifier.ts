/** A short message to the user, outside of any page. */
export interface Note {
  kind: 'success' | 'info' | 'error'
  message: string
  detail?: string
}

/** Toasts in a browser, lines in a script. */
export interface Notifier {
  notify(note: Note): void
}
