/** Prints verdicts: one line a finding, `file:line:column: outcome: why`, as editors and CI read it. */
import type { Place, Verdict } from '../grammar/index.js'
import { reasonsToAsk, isDangerous } from '../grammar/index.js'
import { dangerSentences, reasonSentences } from '../sentences.js'
import { CANNOT_JUDGE, CONFIRMATIONS, OUTCOMES } from './sentences.js'

/** The verdict of one file; in JSON every position is an offset in UTF-16 units. */
export interface FileVerdict extends Verdict {
  file: string
}

interface Finding {
  place: Place
  outcome: 'asks' | 'dangerous' | 'syntax-error'
  why: string
}

/** The lines for a person. A file that only reads has one. */
export function linesOf(sql: string, verdict: FileVerdict): string[] {
  const findings = findingsOf(verdict)
  const summary = `${verdict.file}: ${OUTCOMES[verdict.outcome]}`
  const unjudged =
    verdict.judgement.type === 'cannot-judge' ? [`${summary}: ${CANNOT_JUDGE[verdict.judgement.reason]}`] : []
  if (findings.length === 0) return unjudged.length > 0 ? unjudged : [summary]
  const placeOf = placesIn(sql)
  return [
    ...unjudged,
    ...findings.map(
      ({ place, outcome, why }) => `${verdict.file}:${placeOf(place.start)}: ${OUTCOMES[outcome]}: ${why}`,
    ),
  ]
}

function findingsOf({ confirmation, dangers, judgement }: Verdict): Finding[] {
  if (judgement.type === 'syntax-error') {
    return [{ place: judgement, outcome: 'syntax-error', why: judgement.message }]
  }
  const findings: Finding[] = dangers.map(({ kind, statement }) => ({
    place: statement,
    outcome: 'dangerous',
    why: dangerSentences[kind],
  }))
  for (const reason of reasonsToAsk(judgement)) {
    const name = reason.name === undefined ? '' : ` (${reason.name})`
    const outcome = isDangerous(reason) ? 'dangerous' : 'asks'
    findings.push({ place: reason, outcome, why: `${reasonSentences[reason.reason]}${name}` })
  }
  if (
    confirmation.type === 'ask' &&
    confirmation.at &&
    !findings.some(({ place }) => place.start === confirmation.at?.start)
  ) {
    findings.push({
      place: confirmation.at,
      outcome: 'asks',
      why: CONFIRMATIONS[confirmation.reason](confirmation.at.word),
    })
  }
  return withoutRepeats(findings.sort((one, other) => one.place.start - other.place.start))
}

/** Both layers find the same drop: one line is enough. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>()
  return findings.filter(({ place, why }) => {
    const key = `${place.start} ${why.replace(/ \(.*\)$/, '')}`
    return seen.has(key) ? false : seen.add(key)
  })
}

/** Line and column from 1, for offsets that only grow. */
function placesIn(sql: string): (offset: number) => string {
  let line = 1
  let lineStart = 0
  return (offset) => {
    for (let at = sql.indexOf('\n', lineStart); at >= 0 && at < offset; at = sql.indexOf('\n', lineStart)) {
      line++
      lineStart = at + 1
    }
    return `${line}:${offset - lineStart + 1}`
  }
}
