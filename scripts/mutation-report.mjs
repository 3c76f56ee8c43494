/** What a report of Stryker says in figures: how many changes of the code the tests noticed, and which they did not. */

const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError'])
const MISSED = new Set(['Survived', 'NoCoverage'])

/** @returns {{ noticed: number, missed: number, percent: number, files: Record<string, string[]> }} `files`: what was missed, by file */
export function figuresOf({ files }) {
  let noticed = 0
  const missed = {}
  for (const [name, { mutants }] of Object.entries(files)) {
    noticed += mutants.filter(({ status }) => NOTICED.has(status)).length
    const here = mutants.filter(({ status }) => MISSED.has(status))
    if (here.length > 0) missed[name] = here.map(placeOf)
  }
  const count = Object.values(missed).flat().length
  const all = noticed + count
  return {
    noticed,
    missed: count,
    percent: all === 0 ? 100 : Math.floor((noticed / all) * 1000) / 10,
    files: missed,
  }
}

export function sentenceOf(name, { noticed, missed, percent, seconds }) {
  return `${name}: ${noticed} of ${noticed + missed} changes noticed (${percent} %), ${seconds} s`
}

function placeOf({ location: { start }, mutatorName, replacement = '' }) {
  const text = replacement.replace(/\s+/g, ' ').slice(0, 80)
  return `${start.line}:${start.column} ${mutatorName}: ${text}`
}
