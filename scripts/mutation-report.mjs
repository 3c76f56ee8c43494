/** What a report of Stryker says in figures: how many changes of the code the tests noticed, and which they did not. */

const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError'])
const MISSED = new Set(['Survived', 'NoCoverage'])

/**
 * @param equivalents changes that no test can notice (`mutation-equivalents/`)
 * @returns {{ noticed: number, timedOut: number, missed: number, equivalent: number, percent: number, files: Record<string, string[]> }}
 *   `timedOut`: how many of the noticed ones only ended late; `files`: what was missed, by file
 */
export function figuresOf({ files }, equivalents = []) {
  const figures = { noticed: 0, timedOut: 0, missed: 0, equivalent: 0 }
  const missed = {}
  for (const [name, { mutants, source = '' }] of Object.entries(files)) {
    figures.noticed += mutants.filter(({ status }) => NOTICED.has(status)).length
    figures.timedOut += mutants.filter(({ status }) => status === 'Timeout').length
    const survivors = mutants.filter(({ status }) => MISSED.has(status))
    const here = survivors.filter((mutant) => !isEquivalent(name, source.split('\n'), mutant, equivalents))
    figures.equivalent += survivors.length - here.length
    figures.missed += here.length
    if (here.length > 0) missed[name] = here.map(placeOf)
  }
  const all = figures.noticed + figures.missed
  const percent = all === 0 ? 100 : Math.floor((figures.noticed / all) * 1000) / 10
  return { ...figures, percent, files: missed }
}

/**
 * A report as the next run may start from it: what was missed or ended late is tried again, and a test is known by its
 * name alone, so that a row more in a table does not try again all that the others noticed.
 */
export function asStart(report) {
  const files = Object.entries(report.files).map(([name, file]) => [
    name,
    { ...file, mutants: file.mutants.filter(({ status }) => !MISSED.has(status) && status !== 'Timeout') },
  ])
  const testFiles = Object.entries(report.testFiles ?? {}).map(([name, { tests }]) => [name, { tests }])
  return { ...report, files: Object.fromEntries(files), testFiles: Object.fromEntries(testFiles) }
}

export function sentenceOf(name, { noticed, missed, percent, seconds }) {
  return `${name}: ${noticed} of ${noticed + missed} changes noticed (${percent} %), ${seconds} s`
}

function isEquivalent(name, lines, { location: { start, end }, replacement }, equivalents) {
  const line = lines[start.line - 1] ?? ''
  const from = line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined)
  return equivalents.some(
    (known) =>
      known.file === name && known.line === line.trim() && known.from === from && known.to === replacement,
  )
}

function placeOf({ location: { start }, mutatorName, replacement = '' }) {
  const text = replacement.replace(/\s+/g, ' ').slice(0, 80)
  return `${start.line}:${start.column} ${mutatorName}: ${text}`
}
