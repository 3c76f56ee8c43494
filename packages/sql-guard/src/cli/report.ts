/** Prints verdicts: one line a finding, `file:line:column: outcome: why`, as editors and CI read it. */
import type { TextRange, Verdict } from '../grammar/index.js'
import { reasonsToAsk, isDangerous } from '../grammar/index.js'
import { dangerSentences, reasonSentences } from '../sentences.js'
import { CANNOT_JUDGE, CONFIRMATIONS, OUTCOMES } from './sentences.js'

/** The verdict of one file; in JSON every position is an offset in UTF-16 units. */
export interface FileVerdict extends Verdict {
  file: string
}

interface Finding {
  range: TextRange
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
  const positionOf = positionsIn(sql)
  return [
    ...unjudged,
    ...findings.map(
      ({ range, outcome, why }) => `${verdict.file}:${positionOf(range.start)}: ${OUTCOMES[outcome]}: ${why}`,
    ),
  ]
}

function findingsOf({ confirmation, dangers, judgement }: Verdict): Finding[] {
  if (judgement.type === 'syntax-error') {
    return [{ range: judgement, outcome: 'syntax-error', why: judgement.message }]
  }
  const findings: Finding[] = dangers.map(({ kind, statement }) => ({
    range: statement,
    outcome: 'dangerous',
    why: dangerSentences[kind],
  }))
  for (const reason of reasonsToAsk(judgement)) {
    const name = reason.name === undefined ? '' : ` (${reason.name})`
    const outcome = isDangerous(reason) ? 'dangerous' : 'asks'
    findings.push({ range: reason, outcome, why: `${reasonSentences[reason.reason]}${name}` })
  }
  if (
    confirmation.type === 'ask' &&
    confirmation.at &&
    !findings.some(({ range }) => range.start === confirmation.at?.start)
  ) {
    findings.push({
      range: confirmation.at,
      outcome: 'asks',
      why: CONFIRMATIONS[confirmation.reason](confirmation.at.word),
    })
  }
  return withoutRepeats(findings.sort((one, other) => one.range.start - other.range.start))
}

/** Both layers find the same drop: one line is enough. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>()
  return findings.filter(({ range, why }) => {
    const key = `${range.start} ${why.replace(/ \(.*\)$/, '')}`
    return seen.has(key) ? false : seen.add(key)
  })
}

/** Line and column from 1, for offsets that only grow. */
function positionsIn(sql: string): (offset: number) => string {
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
