/** The sections of the specification that an `@spec` tag may name, such as `§4 (SQL snippet saving), §5`. */
const LAST = 9

/** @returns what of a tag names no section: an empty list where all of it does */
export function inventedSections(spec) {
  return spec
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => {
      const number = /^§(\d+)$/.exec(part)?.[1]
      return number === undefined || Number(number) < 1 || Number(number) > LAST
    })
}
