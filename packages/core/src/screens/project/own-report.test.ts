import type { StatementResult } from '@basedeck/platform-client'
import { afterEach, expect, test } from 'vitest'
import { EMPTY_REPORT, newBlock, readReportText, reportText } from '../../rules/project/own-report.js'
import { openScreen } from '../../testing/open-screen.js'

let ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends) end()
  ends = []
})

const ID = '6f1c1f0e-0000-4000-8000-000000000001'
const SOLD = 'select day, sold from sales where city = :city'
/** What is sent is as long as what was written, so that positions of errors stay. */
const SENT = 'select day, sold from sales where city = $1   '
const result: StatementResult = {
  command: 'SELECT',
  rowCount: 1,
  fields: [
    { name: 'day', dataTypeId: 1082, dataType: 'date' },
    { name: 'sold', dataTypeId: 20, dataType: 'int8' },
  ],
  rows: [['2026-11-01', '9007199254740993']],
  notices: [],
}
const STORED = reportText({
  ...EMPTY_REPORT,
  parameters: [{ name: 'city', type: 'text', value: 'Oslo', choices: [] }],
  blocks: [
    { id: 'c', isWide: false, type: 'chart', title: 'Sold', sql: SOLD, chart: null },
    { ...newBlock('text', 't'), type: 'text', text: '# Hello' },
  ],
})

async function open(text = STORED, visibility: 'user' | 'project' = 'project') {
  const opened = await openScreen('ownReport', `/project/default/reports/${ID}`, (fake) => {
    for (const city of ['Oslo', 'Bergen']) fake.answer(SENT, { results: [result] }, [city])
    fake.content.snippets.push({
      id: ID,
      name: 'Sales',
      description: '',
      type: 'report',
      visibility,
      owner_id: fake.world.caller.profile.id,
      owner: { id: fake.world.caller.profile.id, username: fake.world.caller.profile.username },
      project_id: 1,
      folder_id: null,
      favorite: false,
      beginning: '',
      inserted_at: '2026-11-01T00:00:00.000000Z',
      updated_at: '2026-11-01T00:00:00.000000Z',
      updated_by: null,
      save_id: null,
      content: { schema_version: '1.0', content_id: ID, sql: text, favorite: false },
    })
  })
  ends.push(opened.end)
  const { screen } = opened
  opened.watch(screen.$blocks, screen.$placeholder, screen.$parameters, screen.$mayEdit, screen.$isEditing)
  return opened
}

const stored = (opened: Awaited<ReturnType<typeof open>>) => {
  const read = readReportText(opened.fake.content.snippets.find(({ id }) => id === ID)?.content.sql ?? '')
  return read.type === 'report' ? read.report : null
}
const runs = ({ fake }: Awaited<ReturnType<typeof open>>) =>
  fake.requests.filter(({ path }) => path.endsWith('/query')).map(({ body }) => body)

test('blocks run when the report opens: they only read, and values are bound', async () => {
  const opened = await open()
  const { screen, until } = opened
  await until(() => expect(screen.$blocks.get()[0]?.run.status).toBe('ready'))
  expect(runs(opened)).toMatchObject([{ query: SENT, parameters: ['Oslo'], onlyQueries: true }])
  expect(screen.$blocks.get()[0]?.chart?.chart?.series[0]?.texts).toEqual(['9007199254740993'])
  expect(screen.$thing.get()).toBe('Sales')
})

test('another value runs the blocks that use it, and is kept on the device alone', async () => {
  const opened = await open()
  const { screen, until } = opened
  await until(() => expect(screen.$blocks.get()[0]?.run.status).toBe('ready'))
  screen.setValue('city', 'Bergen')
  screen.apply()
  screen.apply()
  await until(() => expect(runs(opened)).toHaveLength(2))
  expect(runs(opened)[1]).toMatchObject({ parameters: ['Bergen'] })
  expect(stored(opened)?.parameters[0]?.value).toBe('Oslo')
})

test('a change is saved by itself; undo takes back what was typed in one field', async () => {
  const opened = await open()
  const { screen, until, host } = opened
  await until(() => expect(screen.$placeholder.get().type).toBe('shown'))
  screen.setEditing(true)
  for (const typed of ['H', 'Hi', 'Hi!']) screen.typeText('t', typed)
  screen.moveTo('t', 0)
  expect(screen.$said.get()).toBe('Text 1 is now 1 of 2')
  screen.undo()
  expect(screen.$blocks.get().map(({ block }) => block.id)).toEqual(['c', 't'])
  screen.redo()
  host.clock.advance(1000)
  await until(() => expect(stored(opened)?.blocks[0]).toMatchObject({ id: 't', text: 'Hi!' }))
  screen.undo()
  screen.undo()
  expect(screen.$blocks.get()[1]?.block).toMatchObject({ text: '# Hello' })
  expect(screen.$canUndo.get()).toBe(false)
})

test('a block that would write, or names what is not there, is not sent', async () => {
  const opened = await open()
  const { screen, until } = opened
  await until(() => expect(screen.$blocks.get()[0]?.run.status).toBe('ready'))
  screen.setEditing(true)
  screen.typeSql('c', 'delete from sales')
  screen.run('c')
  expect(screen.$blocks.get()[0]?.run).toMatchObject({ status: 'failed', isRefused: true })
  screen.typeSql('c', 'select :country')
  screen.run('c')
  expect(screen.$blocks.get()[0]?.run).toMatchObject({ message: 'The report has no parameter country.' })
  expect(runs(opened)).toHaveLength(1)
})

test('a text that is no report is shown as that, and stays', async () => {
  const opened = await open('select 1')
  const { screen, until } = opened
  await until(() => expect(screen.$placeholder.get().type).toBe('unreadable'))
  screen.add('text')
  screen.setColumns(1)
  expect(opened.fake.content.snippets[0]?.content.sql).toBe('select 1')
})

test('parameters are added and refused by their form', async () => {
  const { screen, until } = await open()
  await until(() => expect(screen.$placeholder.get().type).toBe('shown'))
  screen.edit()
  screen.form.set('name', 'city')
  expect(await screen.form.submit()).toEqual({ type: 'invalid', field: 'name' })
  screen.form.set('name', 'since')
  screen.form.set('type', 'time')
  screen.form.set('value', 'some day')
  expect(await screen.form.submit()).toEqual({ type: 'invalid', field: 'value' })
  screen.form.set('value', '7d')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect(screen.$parameters.get().map(({ name, chosen }) => [name, chosen])).toEqual([
    ['city', 'Oslo'],
    ['since', '7d'],
  ])
  screen.setValue('since', 'never')
  expect(screen.$parameters.get()[1]?.problem).toMatch(/no time/)
})

test('a chart is saved with all its digits', async () => {
  const { screen, until, host } = await open()
  await until(() => expect(screen.$blocks.get()[0]?.run.status).toBe('ready'))
  screen.saveBlockCsv('c')
  expect(host.saved.at(-1)).toMatchObject({
    name: 'Sold.csv',
    text: 'day,sold\n2026-11-01,9007199254740993\n',
  })
})
