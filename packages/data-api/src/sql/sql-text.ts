/** A statement while it is written: its parameters and the aliases that were given. */

/** Collects the values of one statement. */
export class SqlText {
  readonly values: (string | null)[] = []
  #aliases = 0

  /** @param taken the name of the table that is asked: it is the alias of its rows */
  constructor(readonly taken = '') {}

  /** A value as a parameter of the type text: whoever needs another type casts it, so that every driver sends a text. */
  text(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}::text`
  }

  /** A new name for a row, quoted; short enough never to be cut. */
  alias(): string {
    this.#aliases++
    const name = `_${this.#aliases}`
    return name === this.taken ? this.alias() : `"${name}"`
  }
}

/** The elements of a list as one literal of an array. */
export function arrayLiteral(list: readonly string[]): string {
  return `{${list.map((one) => `"${one.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
