/** Whether an answer is what the writer of a place wants, however its tool writes it. */

/** An item of a list of suggestions, of any tool. */
export interface Answer {
  label: string
  /** What it would write. */
  insert: string | undefined
}

/** The quotes of names, the brackets of a call and capitals make no difference. */
export function isRight({ label, insert }: Answer, wanted: readonly string[]): boolean {
  const said = [label, insert ?? label].map(bare)
  return wanted.some((one) => said.some((name) => means(name, bare(one))))
}

function bare(name: string): string {
  return name
    .replaceAll(/["']/g, '')
    .replace(/\(.*\)?$/s, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Also with its schema before it; and of several words, as `order by`, the first ones. */
function means(name: string, wanted: string): boolean {
  if (name === '') return false
  return (
    name === wanted ||
    (!wanted.includes('.') && !wanted.includes(' ') && name.split('.').at(-1) === wanted) ||
    name.startsWith(`${wanted} `) ||
    wanted.startsWith(`${name} `)
  )
}
