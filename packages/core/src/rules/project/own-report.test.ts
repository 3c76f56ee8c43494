import { expect, test } from 'vitest'
import {
  asOtherKind,
  EMPTY_REPORT,
  newBlock,
  parameterProblem,
  readReportText,
  REPORT_BLOCKS_MAX,
  REPORT_PARAMETERS_MAX,
  reportText,
  withBlock,
  withChangedBlock,
  withMovedBlock,
  withoutBlock,
  withoutParameter,
  withParameter,
  type OwnReport,
  type ReportParameter,
} from './own-report.js'

const three: OwnReport = {
  ...EMPTY_REPORT,
  blocks: [newBlock('chart', 'a'), newBlock('rows', 'b'), newBlock('text', 'c')],
}
const parameter: ReportParameter = { name: 'city', type: 'text', value: 'Oslo', choices: [] }
const ids = ({ blocks }: OwnReport) => blocks.map(({ id }) => id)

test('what is stored is read as it was', () => {
  const report = withParameter(three, parameter, null)
  expect(readReportText(reportText(report))).toEqual({ type: 'report', report })
  expect(readReportText(' \n')).toEqual({ type: 'report', report: EMPTY_REPORT })
})

test.each([
  ['no JSON', 'select 1'],
  ['another version', JSON.stringify({ ...EMPTY_REPORT, version: 2 })],
  [
    'an unknown block',
    JSON.stringify({ ...EMPTY_REPORT, blocks: [{ ...newBlock('text', 'a'), type: 'map' }] }),
  ],
  [
    'two blocks of one id',
    JSON.stringify({ ...EMPTY_REPORT, blocks: [newBlock('text', 'a'), newBlock('rows', 'a')] }),
  ],
  ['two parameters of one name', JSON.stringify({ ...EMPTY_REPORT, parameters: [parameter, parameter] })],
  [
    'a name that SQL can’t name',
    JSON.stringify({ ...EMPTY_REPORT, parameters: [{ ...parameter, name: 'a b' }] }),
  ],
  ['null', 'null'],
])('%s is no report', (_, text) => expect(readReportText(text)).toEqual({ type: 'unreadable' }))

test('blocks are added up to a limit, and removed', () => {
  const full = {
    ...EMPTY_REPORT,
    blocks: Array.from({ length: REPORT_BLOCKS_MAX }, (_, at) => newBlock('text', String(at))),
  }
  expect(withBlock(full, newBlock('text', 'more'))).toBeNull()
  expect(readReportText(reportText(full))).toMatchObject({ type: 'report' })
  expect(ids(withBlock(three, newBlock('text', 'd')) ?? EMPTY_REPORT)).toEqual(['a', 'b', 'c', 'd'])
  expect(ids(withoutBlock(three, 'b'))).toEqual(['a', 'c'])
})

test.each([
  ['a', 2, ['b', 'c', 'a']],
  ['c', 0, ['c', 'a', 'b']],
  ['a', 99, ['b', 'c', 'a']],
  ['b', -1, ['b', 'a', 'c']],
])('%s moved to %d', (id, to, expected) => expect(ids(withMovedBlock(three, id, to))).toEqual(expected))

test('a move to where it is, or of what is gone, changes nothing', () => {
  expect(withMovedBlock(three, 'a', 0)).toBe(three)
  expect(withMovedBlock(three, 'c', 3)).toBe(three)
  expect(withMovedBlock(three, 'gone', 1)).toBe(three)
})

test('rows become a chart and rows again, with title and query', () => {
  const rows = { id: 'b', isWide: true, type: 'rows', title: 'Sold', sql: 'select 1' } as const
  expect(asOtherKind(rows)).toEqual({ ...rows, type: 'chart', chart: null })
  expect(asOtherKind(asOtherKind(rows))).toEqual(rows)
  expect(withChangedBlock(three, 'b', () => rows).blocks[1]).toBe(rows)
})

test.each<[string, Partial<ReportParameter>, string | null, string | null]>([
  ['a name', {}, null, null],
  ['a number of SQL', { name: '1' }, null, null],
  ['no name', { name: '' }, null, 'name-wanted'],
  ['a blank in it', { name: 'a b' }, null, 'name-form'],
  ['zero', { name: '0' }, null, 'name-form'],
  ['a taken name', { name: 'taken' }, null, 'name-taken'],
  ['its own name', { name: 'taken' }, 'taken', null],
  ['no choices', { type: 'choice' }, null, 'choices-wanted'],
])('%s of a parameter', (_, given, before, expected) => {
  const report = withParameter(EMPTY_REPORT, { ...parameter, name: 'taken' }, null)
  expect(parameterProblem(report, { ...parameter, ...given }, before)).toBe(expected)
})

test('parameters have a limit; one is changed in its place, and removed', () => {
  const parameters = Array.from({ length: REPORT_PARAMETERS_MAX }, (_, at) => ({
    ...parameter,
    name: `p${at}`,
  }))
  const full = { ...EMPTY_REPORT, parameters }
  expect(parameterProblem(full, parameter, null)).toBe('too-many')
  expect(parameterProblem(full, parameter, 'p0')).toBeNull()
  expect(withParameter(full, parameter, 'p0').parameters[0]).toBe(parameter)
  expect(withoutParameter(full, 'p0').parameters).toHaveLength(REPORT_PARAMETERS_MAX - 1)
})
