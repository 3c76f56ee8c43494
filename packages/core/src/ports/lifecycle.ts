/** Tells when the host may end without warning: a hidden or closed tab, a process that stops. */
export interface Lifecycle {
  /** `run` must be synchronous: it is the last chance to store something. */
  onHide(run: () => void): () => void
}
