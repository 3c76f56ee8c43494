/** A refusal of an S3-compatible store, or that it does not answer. Neither has the key in it. */

export class S3Error extends Error {
  override readonly name = 'S3Error'
  /** Of HTTP; 0: there was no answer. */
  readonly status: number
  /** The store's own word, such as `NoSuchKey`, or that of the network: `ECONNREFUSED`. */
  readonly code: string

  constructor(status: number, code: string, options?: ErrorOptions) {
    super(
      status === 0 ? `the store of files does not answer: ${code}` : `the store of files refused: ${code}`,
      options,
    )
    this.status = status
    this.code = code
  }

  static ofNetwork(error: unknown): S3Error {
    if (error instanceof S3Error) return error
    const { code } = error as NodeJS.ErrnoException
    return new S3Error(0, code ?? 'unknown', { cause: error })
  }

  /** Whether the same call may succeed a moment later. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }

  get isMissing(): boolean {
    return this.status === 404 && this.code !== 'NoSuchBucket'
  }
}
