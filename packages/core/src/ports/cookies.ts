/** Called when a small choice is stored where the server can read it too. */
export interface Cookies {
  /** Null: no such cookie. The value may be any text. */
  get(name: string): string | null
  /** For the whole site; it lasts `seconds`. */
  set(name: string, value: string, seconds: number): void
}
