/**
 * Which entries of a short list match a search: a part of the name, without case and accents.
 * @rule shell.picker-search  @spec §2
 */
export function fitsSearch(name: string, words: string): boolean {
  return plain(name).includes(plain(words.trim()))
}

/** Without case and accents, so that `resume` finds `Résumé`. In capitals, where `ß` is `SS`: `strasse` finds `Straße`. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
}
