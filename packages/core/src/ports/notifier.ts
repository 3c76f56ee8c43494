/** A short message to the user, outside of any page. */
export interface Note {
  kind: 'success' | 'info' | 'error'
  message: string
  detail?: string
  /** What can be done about it, or seen of it. */
  action?: { label: string; run(): void }
}

/** How far something is that takes its time. */
export interface ProgressNote {
  message: string
  detail?: string
  /** 0 to 1; absent while unknown. */
  fraction?: number
}

/** The way to stop it. */
export interface ProgressCancel {
  label: string
  run(): void
}

/** A message about work under way, which its maker keeps up to date. */
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
