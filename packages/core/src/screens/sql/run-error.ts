/** The words of a run that failed, and where its error stands in the editor. SPEC §8. */
import type { RunFailure } from '../../sessions/sql-run.js'
import { sqlText } from '../../text/sql-editor.js'
import { firstLine } from './run-question.js'
import { sqlRunningText } from '../../text/sql-running.js'

/** A part of the editor's text that is wrong; UTF-16 offsets. */
export interface Mark {
  startOffset: number
  endOffset: number
  message: string
}

/**
 * @param offset where what was sent begins in the editor's text
 * @param text the editor's
 */
export function errorOf(
  failure: RunFailure,
  offset: number,
  text: string,
): { title: string; detail: string[] } {
  switch (failure.reason) {
    case 'cancelled':
      return { title: sqlText.cancelled, detail: [sqlText.cancelledDetail] }
    case 'too-large':
      return { title: sqlText.tooLarge, detail: [sqlText.tooLargeDetail] }
    case 'several-to-explain':
      return { title: sqlRunningText.severalToExplain, detail: [sqlRunningText.severalToExplainDetail] }
    case 'syntax':
      return failure.psql === undefined
        ? { title: sqlText.errorTitle, detail: [`ERROR:  ${failure.message}`, sqlText.notSent] }
        : { title: sqlText.psql(failure.psql), detail: [sqlText.psqlDetail, sqlText.notSent] }
    case 'connection-ended':
      return {
        title: sqlRunningText.connectionEnded,
        detail: [sqlRunningText.connectionEndedDetail, failure.message],
      }
    case 'offline':
      return { title: sqlRunningText.offline, detail: [sqlRunningText.offlineDetail] }
    case 'away':
      return { title: sqlRunningText.away, detail: [sqlRunningText.awayDetail] }
    case 'lost':
      return { title: sqlText.lost, detail: [sqlText.lostDetail] }
    case 'platform':
      return { title: sqlText.failed(failure.message), detail: [] }
    case 'database': {
      const { title, detail } = failure.panel ?? { title: sqlText.errorTitle, detail: [failure.message] }
      const notices = failure.notices.map(({ severity, message }) => `${severity}:  ${message}`)
      const { statement } = failure
      const line = (at: number) => text.slice(0, offset + at).split('\n').length
      const which = statement
        ? [
            sqlText.failedStatement(statement, line(statement.offset), firstLine(statement.text)),
            sqlText.remains[statement.outcome],
          ]
        : []
      return { title, detail: [...detail, ...notices, ...which] }
    }
  }
}

/** The word at the error's place, in the whole text of the editor. */
export function marksOf(failure: RunFailure, offset: number, text: string): Mark[] {
  if ((failure.reason !== 'database' && failure.reason !== 'syntax') || !failure.at) return []
  const startOffset = Math.min(offset + failure.at.offset, Math.max(0, text.length - 1))
  const word = /^[\w"]+/.exec(text.slice(startOffset, startOffset + 128))
  return [{ startOffset, endOffset: startOffset + (word?.[0].length ?? 1), message: failure.message }]
}
