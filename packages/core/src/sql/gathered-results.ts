/** The results of a run, gathered from the parts of its answer while they arrive. */
import type { RowStreamPart, RunEnd } from '@basedeck/platform-client/row-stream'
import type { Notice, ResultField } from '@basedeck/platform-client/contract'
import { createRowSet, type GrowingRowSet } from './row-set.js'
import type { RunResult } from './run-result.js'

export interface GatheredResults {
  take(part: RowStreamPart): void
  /** Statements that ended, then the one whose rows are arriving. Their order is that of the text. */
  all(): RunResult[]
  /** Rows that have come, of all statements. */
  rows(): number
  /** How the run ended; undefined: it has not. */
  end(): RunEnd | undefined
}

interface OpenStatement {
  fields: ResultField[]
  rows: GrowingRowSet
}

export function createGatheredResults(): GatheredResults {
  let results: RunResult[] = []
  let open: OpenStatement | undefined
  let notices: { statement: number; notice: Notice }[] = []
  let ended: RunEnd | undefined

  const noticesOf = (index: number) =>
    notices.filter(({ statement }) => statement === index).map(({ notice }) => notice)
  const opened = () => (open ??= { fields: [], rows: createRowSet() })

  return {
    take(part) {
      switch (part.type) {
        case 'fields':
          opened().fields = part.fields
          return
        case 'rows':
          return opened().rows.add(part.rows)
        case 'cells':
          return opened().rows.addCells(part.rows)
        case 'notice':
          notices.push(part)
          return
        case 'complete':
          results.push({ ...opened(), notices: [], ...part.statement })
          open = undefined
          return
        case 'again':
          results = []
          notices = []
          open = undefined
          return
        case 'end':
          ended = part.run
          results = results.map((result) => withNames(result, part.run))
          return
        case 'error':
      }
    },
    all() {
      const partial: RunResult[] = open
        ? [{ command: '', rowCount: null, notices: [], isPartial: true, ...open }]
        : []
      return [...results, ...partial].map((result, index) => ({ ...result, notices: noticesOf(index) }))
    },
    rows: () => results.reduce((sum, { rows }) => sum + rows.length, open?.rows.length ?? 0),
    end: () => ended,
  }
}

/** Names of types and domains that were known only at the end. */
function withNames(result: RunResult, { types = {}, domains = {} }: RunEnd): RunResult {
  const fields = result.fields.map((field) => {
    const domain = domains[`${field.tableId}.${field.columnId}`]
    if (field.dataType !== '' && domain === undefined) return field
    return {
      ...field,
      dataType: field.dataType || (types[field.dataTypeId] ?? ''),
      ...(domain !== undefined && { domain }),
    }
  })
  return fields.every((field, index) => field === result.fields[index]) ? result : { ...result, fields }
}
