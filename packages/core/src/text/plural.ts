/** A number in a sentence of ours, with separators of thousands; values of the user's data never have them. */
export const grouped = (count: number): string => count.toLocaleString('en')

/** `1 row`, `2,000 rows`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`
