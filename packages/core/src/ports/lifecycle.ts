/** Tells when the host may end without asking: a tab that is hidden or closed, a process that stops. */
export interface Lifecycle {
  /** `run` must be synchronous: it is the last chance to keep something. */
  onHide(run: () => void): () => void
}
