/** What can be wrong with the installation's key, or with a value that was encrypted by it; the message is a sentence. */
export type SecretErrorCode =
  /** Encrypted values exist, their key does not. */
  | 'key-lost'
  /** The key is too short, damaged, or can't be read or written. */
  | 'key-unusable'
  /** The value was encrypted by another key or for another purpose, or was changed since. */
  | 'unreadable'

export class SecretError extends Error {
  override readonly name = 'SecretError'
  readonly code: SecretErrorCode
  constructor(code: SecretErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
