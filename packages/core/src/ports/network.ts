/** Whether the device believes it has a network. Unknown counts as online. */
export interface Network {
  isOnline(): boolean
  /** Calls back when that changes. */
  subscribe(changed: (isOnline: boolean) => void): () => void
}
