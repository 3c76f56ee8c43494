/** Which sections a citation may name: those that docs/specification.md lists. */

/**
 * @param page the text of docs/specification.md
 * @returns for SPEC and for DESIGN the sections of its table: `{ SPEC: ['1', '2'], DESIGN: ['1'] }`
 */
export function sectionsOn(page) {
  const chapters = page.split(/^## /m)
  return Object.fromEntries(
    ['SPEC', 'DESIGN'].map((name) => {
      const chapter = chapters.find((text) => text.startsWith(`${name}\n`)) ?? ''
      return [name, [...chapter.matchAll(/^\| §(\d+)\s/gm)].map(([, number]) => number)]
    }),
  )
}

/**
 * @param spec what follows `@spec`, such as `§4 (SQL snippet saving), §5`
 * @param sections the numbers of the sections that exist
 * @returns what of it names no section: an empty list where all of it does
 */
export function inventedSections(spec, sections) {
  return spec
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !sections.includes(/^§(\d+)$/.exec(part)?.[1] ?? ''))
}

/**
 * @param text of a whole file
 * @param sections as `sectionsOn` gives them
 * @returns each citation in it that names no section, as `SPEC §14`
 */
export function inventedCitations(text, sections) {
  // A citation may go on in the next line of a comment, and may name several sections: `SPEC §§1, 2`, `SPEC §3 and §4`.
  const cited = /\b(SPEC|DESIGN)[\s*]+(§+\s?\d+(?:(?:,| and| to|–)[\s*]+§?\s?\d+)*)/g
  return [...text.matchAll(cited)].flatMap(([, name, numbers]) =>
    [...numbers.matchAll(/\d+/g)]
      .filter(([number]) => !sections[name].includes(number))
      .map(([number]) => `${name} §${number}`),
  )
}
