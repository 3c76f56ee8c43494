/** Forms with lists inside, and with rules that ask somebody else. */
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { createForm } from './form.js'

const column = v.object({ name: v.pipe(v.string(), v.nonEmpty('Name the column')), type: v.string() })
const schema = v.object({
  name: v.pipe(v.string(), v.nonEmpty('Name the table')),
  columns: v.pipe(v.array(column), v.minLength(1, 'A table has a column')),
})

function tableForm(check: (name: string, signal: AbortSignal) => Promise<string | null> = async () => null) {
  const sent: unknown[] = []
  const form = createForm({
    schema,
    initial: { name: '', columns: [{ name: 'id', type: 'int8' }] },
    parts: ['columns'],
    checks: { name: check },
    async submit(body) {
      sent.push(body)
    },
  })
  return { form, sent }
}

test('a problem inside a list is told at its field, once it was left', () => {
  const { form } = tableForm()
  form.setAt('columns.0.name', '')
  expect(form.$problems.get()).toEqual({})
  form.touch('columns.0.name')
  expect(form.$problems.get()).toEqual({ 'columns.0.name': 'Name the column' })
  form.setAt('columns.0.name', 'key')
  expect(form.$problems.get()).toEqual({})
  expect(form.$values.get().columns).toEqual([{ name: 'key', type: 'int8' }])
})

test('a problem follows its item when others come, go and move', () => {
  const { form } = tableForm()
  const columns = form.list('columns')
  columns.insert(1, { name: '', type: 'text' })
  form.touch('columns.1.name')
  columns.insert(0, { name: '', type: 'text' })
  expect(form.$problems.get()).toEqual({ 'columns.2.name': 'Name the column' })
  columns.move(2, 0)
  expect(form.$problems.get()).toEqual({ 'columns.0.name': 'Name the column' })
  columns.remove(0)
  expect(form.$problems.get()).toEqual({})
  expect(form.$values.get().columns.map(({ name }) => name)).toEqual(['', 'id'])
})

test('a refused submit names the first wrong field in the order of the form', async () => {
  const { form, sent } = tableForm()
  form.list('columns').insert(1, { name: '', type: 'text' })
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'name' })
  form.set('name', 'orders')
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'columns.1.name' })
  form.list('columns').remove(1)
  form.list('columns').remove(0)
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'columns' })
  expect(sent).toEqual([])
})

test('after a submit every field speaks, also when items come and go', async () => {
  const { form } = tableForm()
  const columns = form.list('columns')
  columns.insert(1, { name: '', type: 'text' })
  await form.submit()
  columns.insert(0, { name: '', type: 'text' })
  expect(form.$problems.get()).toEqual({
    name: 'Name the table',
    'columns.0.name': 'Name the column',
    'columns.2.name': 'Name the column',
  })
})

test('a list that is not there yet begins with its first item', () => {
  const form = createForm({
    schema: v.object({ tags: v.optional(v.array(v.string())) }),
    initial: {},
    submit: async () => undefined,
  })
  form.list('tags').insert(0, 'new')
  expect(form.$values.get()).toEqual({ tags: ['new'] })
})

test('a field that is left is asked about; its problem goes when it changes', async () => {
  const asked: string[] = []
  const { form } = tableForm(async (name) => {
    asked.push(name)
    return name === 'orders' ? 'There is a table of this name' : null
  })
  form.set('name', 'orders')
  form.touch('name')
  expect([...form.$checking.get()]).toEqual(['name'])
  await expect.poll(() => form.$problems.get()).toEqual({ name: 'There is a table of this name' })
  expect(form.$checking.get().size).toBe(0)
  form.set('name', 'order')
  expect(form.$problems.get()).toEqual({})
  form.touch('name')
  form.touch('name')
  await expect.poll(() => form.$checking.get().size).toBe(0)
  expect(asked).toEqual(['orders', 'order'])
})

test('nothing is asked about a value that is wrong anyway', () => {
  const { form } = tableForm(async () => 'Asked')
  form.start({ name: 'orders', columns: [] })
  form.set('name', '')
  form.touch('name')
  expect(form.$checking.get().size).toBe(0)
})

test('an answer to a value that was changed meanwhile says nothing', async () => {
  const answers: ((problem: string) => void)[] = []
  const signals: AbortSignal[] = []
  const { form } = tableForm((_name, signal) => {
    signals.push(signal)
    return new Promise((resolve) => answers.push(resolve))
  })
  form.set('name', 'orders')
  form.touch('name')
  form.set('name', 'order')
  expect(signals[0]?.aborted).toBe(true)
  form.touch('name')
  answers[0]?.('An answer to orders')
  answers[1]?.('An answer to order')
  await expect.poll(() => form.$problems.get()).toEqual({ name: 'An answer to order' })
})

test('a submit asks first, and sends nothing that is refused', async () => {
  const { form, sent } = tableForm(async (name) => (name === 'orders' ? 'Taken' : null))
  form.set('name', 'orders')
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'name' })
  expect(form.$problems.get()).toEqual({ name: 'Taken' })
  expect(form.$state.get()).toEqual({ status: 'idle' })
  expect(sent).toEqual([])
  form.set('name', 'invoices')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(sent).toHaveLength(1)
})

test('a check that can’t be asked does not hold up the form', async () => {
  const { form, sent } = tableForm(async () => {
    throw new Error('away')
  })
  form.set('name', 'orders')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(sent).toHaveLength(1)
})
