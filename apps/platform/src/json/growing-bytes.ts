/** Collects bytes of unknown number into one buffer of their own, a piece at a time. */
export class GrowingBytes {
  readonly #most: number
  #buffer: Uint8Array<ArrayBuffer>
  #length = 0

  /** Both in bytes. */
  constructor(expected: number, most: number) {
    this.#most = most
    this.#buffer = new Uint8Array(Math.min(expected, most))
  }

  /** False: these are too many, and were not added. */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.length
    if (length > this.#most) return false
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.min(this.#most, Math.max(length, 2 * this.#buffer.length)))
      larger.set(this.#buffer.subarray(0, this.#length))
      this.#buffer = larger
    }
    this.#buffer.set(piece, this.#length)
    this.#length = length
    return true
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length)
  }
}
