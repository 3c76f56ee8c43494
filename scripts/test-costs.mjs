/** Where the time of a test run went, as a table; what costs more than it may is marked. CONTRIBUTING says why. */

/** Seconds. */
export const MAY_COST = { file: 20, page: 2, journey: 20 }
const SLOWEST = 20

/**
 * @param steps name and seconds of each step
 * @param costs what was measured: test files, journeys, walks of all pages, and each page of a walk
 */
export function costTable({ steps, costs, seconds }) {
  const slowest = costs
    .filter(({ kind }) => kind !== 'page')
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
  const pages = costs.filter(({ kind }) => kind === 'page')
  const slowPages = pages.filter(isTooSlow).toSorted((one, other) => other.seconds - one.seconds)
  return [
    'Seconds of each step (some run side by side)',
    ...steps.map(line),
    line({ name: 'all', seconds }),
    ...(slowest.length === 0 ? [] : ['', `The ${slowest.length} slowest files and journeys`]),
    ...slowest.map(line),
    ...(slowPages.length === 0 ? [] : ['', `Pages above ${MAY_COST.page} s, of ${pages.length}`]),
    ...slowPages.map(line),
    ...(costs.some(isTooSlow) ? ['', `! costs more than it may (${limits()})`] : []),
  ].join('\n')
}

/** Whether it costs more than its kind may. */
export function isTooSlow({ kind, seconds }) {
  return seconds > (MAY_COST[kind] ?? Number.POSITIVE_INFINITY)
}

function line(cost) {
  return `${isTooSlow(cost) ? '!' : ' '}${cost.seconds.toFixed(1).padStart(7)}  ${cost.name}`
}

function limits() {
  return Object.entries(MAY_COST)
    .map(([kind, seconds]) => `a ${kind} ${seconds} s`)
    .join(', ')
}
