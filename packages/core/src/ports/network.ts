/** Whether the device believes it has a network. Where nobody knows, it has one. */
export interface Network {
  isOnline(): boolean
  /** Calls back when that changes. */
  subscribe(changed: (isOnline: boolean) => void): () => void
}
