/**
 * The part of an address that a name becomes: `Ärger & Söhne` is `arger-sohne`, `Straßen` is `strassen`.
 * @rule slug  @spec §2
 */

/** Characters. */
export const SLUG_MAX = 40

/** Letters that do not decompose into a base letter and an accent. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
}

/** Undefined when no letter of the name is allowed in an address. */
export function slugOf(name: string): string | undefined {
  const slug = name
    .replace(/[ßæœøłđþ]/giu, (letter) => SPELT[letter.toLowerCase()] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-|-$/g, '')
  return slug === '' ? undefined : slug
}
