/** The store of files can't be used. The message is a sentence for the terminal. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
