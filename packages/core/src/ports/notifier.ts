/** A short message to the user, outside of any page. */
export interface Note {
  kind: 'success' | 'info' | 'error'
  message: string
  detail?: string
  /** An action or a link beside the message. */
  action?: { label: string; run(): void }
  /** It takes the place of the message with the same key that is still shown, where the host can do so. */
  key?: string
  /** Milliseconds that it is shown. Default: as long as the host thinks right. */
  durationMs?: number
}

/** The progress of a long operation. */
export interface ProgressNote {
  message: string
  detail?: string
  /** 0 to 1; absent while unknown. */
  fraction?: number
}

/** How to cancel it. */
export interface ProgressCancel {
  label: string
  run(): void
}

/** A message about work under way, which its creator updates. */
export interface Progress {
  update(note: ProgressNote): void
  /** The work has ended; `outcome` says how, and replaces the note. */
  end(outcome?: Note): void
}

/** Toasts in a browser, lines in a script. */
export interface Notifier {
  notify(note: Note): void
  /** Stays until it is over. */
  progress(note: ProgressNote, cancel?: ProgressCancel): Progress
}
