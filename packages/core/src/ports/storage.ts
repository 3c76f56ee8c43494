/** Small values kept on this device, at once: local storage in a browser, a file or a map elsewhere. */
export interface KeyValueStorage {
  get(key: string): string | null
  /** False when the host can't keep it (full, or switched off); nothing is thrown. */
  set(key: string, value: string): boolean
  remove(key: string): void
  /** Calls back when another window changes a key; absent where there are no windows. */
  subscribe?(changed: (key: string, value: string | null) => void): () => void
}
