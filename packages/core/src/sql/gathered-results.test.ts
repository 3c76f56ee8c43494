import { expect, test } from 'vitest'
import { createGatheredResults } from './gathered-results.js'

const field = (name: string, dataType = 'int4') => ({ name, dataTypeId: 23, dataType })
const ended = { command: 'SELECT', rowCount: 2 }

test('results come in order, and the one whose rows are arriving is partial', () => {
  const gathered = createGatheredResults()
  gathered.take({ type: 'complete', statement: { command: 'CREATE TABLE', rowCount: null } })
  gathered.take({ type: 'fields', fields: [field('a')] })
  gathered.take({ type: 'cells', rows: [['1']] })
  const [made, arriving] = gathered.all()
  expect(made).toMatchObject({ command: 'CREATE TABLE', rowCount: null, fields: [] })
  expect(made).not.toHaveProperty('isPartial')
  expect(arriving).toMatchObject({ command: '', isPartial: true, fields: [field('a')] })
  gathered.take({ type: 'cells', rows: [['2']] })
  expect(gathered.rows()).toBe(2)
  expect([...(arriving?.rows ?? [])]).toEqual([['1'], ['2']])
  gathered.take({ type: 'complete', statement: ended })
  expect(gathered.end()).toBeUndefined()
  gathered.take({ type: 'end', run: { durationMs: 3 } })
  expect(gathered.all()[1]).toMatchObject(ended)
  expect(gathered.all()[1]).not.toHaveProperty('isPartial')
  expect(gathered.end()).toEqual({ durationMs: 3 })
})

test('a notice belongs to the statement it names', () => {
  const gathered = createGatheredResults()
  const notice = { severity: 'NOTICE', code: '00000', message: 'deferred' }
  gathered.take({ type: 'complete', statement: ended })
  gathered.take({ type: 'notice', statement: 0, notice })
  expect(gathered.all().map(({ notices }) => notices)).toEqual([[notice]])
})

test('a run that begins again has nothing of before', () => {
  const gathered = createGatheredResults()
  gathered.take({ type: 'fields', fields: [field('a')] })
  gathered.take({ type: 'cells', rows: [['1']] })
  gathered.take({ type: 'again' })
  expect([gathered.all(), gathered.rows()]).toEqual([[], 0])
})

test('columns of a domain get its name at the end, beside the type below', () => {
  const gathered = createGatheredResults()
  const fields = [
    { ...field('a'), tableId: 16402, columnId: 3 },
    { ...field('b'), tableId: 16402, columnId: 4 },
    field('c'),
  ]
  gathered.take({ type: 'fields', fields })
  gathered.take({ type: 'complete', statement: ended })
  gathered.take({ type: 'end', run: { durationMs: 1, domains: { '16402.3': 'posint' } } })
  const [result] = gathered.all()
  expect(result?.fields).toEqual([{ ...fields[0], domain: 'posint' }, ...fields.slice(1)])
})

test('types without a name get theirs at the end', () => {
  const gathered = createGatheredResults()
  gathered.take({ type: 'fields', fields: [field('a', ''), field('b')] })
  gathered.take({ type: 'complete', statement: ended })
  gathered.take({ type: 'end', run: { durationMs: 1, types: { 23: 'mood' } } })
  expect(gathered.all()[0]?.fields.map(({ dataType }) => dataType)).toEqual(['mood', 'int4'])
})
