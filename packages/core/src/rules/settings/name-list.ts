/**
 * A list of names in an order that counts, as one value of a form: equal lists are equal texts, so that a form sees whether
 * a list changed. Names may hold any character.
 * @rule name-list  @spec §2
 */

/** The value of a list. */
export function nameListText(names: readonly string[]): string {
  return JSON.stringify(names)
}

/** The names of a value that `nameListText` made; anything else is an empty list. */
export function namesIn(text: string): string[] {
  try {
    const names: unknown = JSON.parse(text)
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** With a name at its end; a name that is there stays where it is. */
export function withName(text: string, name: string): string {
  const names = namesIn(text)
  return nameListText(names.includes(name) ? names : [...names, name])
}

export function withoutName(text: string, name: string): string {
  return nameListText(namesIn(text).filter((other) => other !== name))
}

/** With a name one place nearer to the start. The first one stays. */
export function withNameEarlier(text: string, name: string): string {
  const names = namesIn(text)
  const at = names.indexOf(name)
  if (at < 1) return text
  return nameListText(names.toSpliced(at, 1).toSpliced(at - 1, 0, name))
}
