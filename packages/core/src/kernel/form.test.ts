import { PlatformError } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { createForm } from './form.js'

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('The name must not be empty')),
  code: v.pipe(v.string(), v.regex(/^\d+$/, 'The code has digits only')),
  note: v.optional(v.string()),
})

function setUp(submit: (body: unknown) => Promise<unknown> = async () => undefined) {
  const sent: unknown[] = []
  const form = createForm({
    schema,
    initial: { name: '', code: '' },
    blames: { name_taken: 'name' },
    submit: (body) => {
      sent.push(body)
      return submit(body)
    },
  })
  return { form, sent }
}

const refusal = (code: string, details = {}) =>
  new PlatformError('http', 'This name is taken', { status: 409, code, ...details })

test('nothing is complained about before a field is left', () => {
  const { form } = setUp()
  form.set('code', 'x')
  expect(form.$problems.get()).toEqual({})
  form.touch('code')
  expect(form.$problems.get()).toEqual({ code: 'The code has digits only' })
  form.set('code', '1')
  expect(form.$problems.get()).toEqual({})
})

test('a field that was only passed by stays quiet', () => {
  const { form } = setUp()
  form.touch('name')
  expect(form.$problems.get()).toEqual({})
})

test('a submit with problems sends nothing, says all of them and names the first', async () => {
  const { form, sent } = setUp()
  form.set('code', 'x')
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'name' })
  expect(sent).toEqual([])
  expect(form.$problems.get()).toEqual({
    name: 'The name must not be empty',
    code: 'The code has digits only',
  })
  expect(form.$state.get()).toEqual({ status: 'idle' })
})

test('what is sent is what the schema makes of it; afterwards the form is as new', async () => {
  const { form, sent } = setUp()
  form.set('name', '  Ann ')
  form.set('code', '7')
  expect(form.$isChanged.get()).toBe(true)
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(sent).toEqual([{ name: 'Ann', code: '7' }])
  expect(form.$values.get()).toEqual({ name: '', code: '' })
  expect(form.$isChanged.get()).toBe(false)
  expect(form.$problems.get()).toEqual({})
})

test('a refusal keeps every character and says why', async () => {
  const { form } = setUp(async () => {
    throw refusal('no')
  })
  form.set('name', ' Ann ')
  form.set('code', '7')
  expect(await form.submit()).toEqual({ type: 'failed' })
  expect(form.$values.get()).toEqual({ name: ' Ann ', code: '7' })
  expect(form.$state.get()).toMatchObject({ status: 'failed', message: 'This name is taken' })
})

test('a refusal that blames a field is shown at the field until the field changes', async () => {
  const { form } = setUp(async () => {
    throw refusal('name_taken')
  })
  form.set('name', 'Ann')
  form.set('code', '7')
  expect(await form.submit()).toEqual({ type: 'failed', field: 'name' })
  expect(form.$state.get()).toEqual({ status: 'idle' })
  expect(form.$problems.get()).toEqual({ name: 'This name is taken' })
  form.set('code', '8')
  expect(form.$problems.get()).toEqual({ name: 'This name is taken' })
  form.set('name', 'Anna')
  expect(form.$problems.get()).toEqual({})
})

test.each([
  [new PlatformError('network', 'x'), 'The platform can’t be reached. What you typed is kept; try again.'],
  [
    refusal('too_many_attempts', { status: 429, retryAfterSeconds: 30 }),
    'Too many attempts. Try again in 30 s.',
  ],
  [
    refusal('too_many_invitations', { status: 429, retryAfterSeconds: 30 }),
    'This name is taken. Try again in 30 s.',
  ],
  [refusal('slow', { retryAfterSeconds: 120 }), 'This name is taken. Try again in 2 min.'],
])('%s is told as a sentence', async (error, message) => {
  const { form } = setUp(() => Promise.reject(error))
  form.set('name', 'Ann')
  form.set('code', '7')
  await form.submit()
  expect(form.$state.get()).toMatchObject({ status: 'failed', message })
})

test('a call that the user left is no failure', async () => {
  const { form } = setUp(() => Promise.reject(new PlatformError('aborted', 'x')))
  form.set('name', 'Ann')
  form.set('code', '7')
  await form.submit()
  expect(form.$state.get()).toEqual({ status: 'idle' })
})

test('a mistake of the program is not swallowed', async () => {
  const { form } = setUp(() => Promise.reject(new TypeError('broken')))
  form.set('name', 'Ann')
  form.set('code', '7')
  await expect(form.submit()).rejects.toThrow('broken')
  expect(form.$state.get()).toEqual({ status: 'idle' })
})

test('a second submit while the first is under way does nothing, and what is typed meanwhile stays', async () => {
  let answer = () => {}
  const { form, sent } = setUp(() => new Promise<void>((resolve) => (answer = resolve)))
  form.set('name', 'Ann')
  form.set('code', '7')
  const first = form.submit()
  expect(form.$state.get()).toEqual({ status: 'sending' })
  expect(await form.submit()).toEqual({ type: 'busy' })
  form.set('name', 'Anna')
  answer()
  expect(await first).toEqual({ type: 'done' })
  expect(sent).toHaveLength(1)
  expect(form.$values.get()).toEqual({ name: 'Anna', code: '' })
})

const complete = (form: ReturnType<typeof setUp>['form']) => {
  form.set('name', 'Ann')
  form.set('code', '7')
}

test('a form begins with nothing typed, sent or wrong', () => {
  const { form } = setUp()
  expect(form.$state.get()).toEqual({ status: 'idle' })
  expect([form.$isChanged.get(), form.$isRestored.get(), form.$typed.get()]).toEqual([false, false, {}])
})

test('what was typed in an earlier instance lies over what is there, until it changes, is sent or dropped', async () => {
  const { form } = setUp()
  form.restore({})
  expect(form.$isRestored.get()).toBe(false)
  form.set('code', '7')
  form.restore({ name: 'Ann' })
  expect([form.$typed.get(), form.$isRestored.get()]).toEqual([{ code: '7', name: 'Ann' }, true])
  form.set('code', '8')
  expect(form.$isRestored.get()).toBe(false)
  form.restore({ code: '9' })
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(form.$isRestored.get()).toBe(false)
  form.restore({ code: '9' })
  form.reset()
  expect([form.$typed.get(), form.$isRestored.get()]).toEqual([{}, false])
})

test('a failure is forgotten when the form is left, and when it is sent again', async () => {
  const answers = [refusal('no'), refusal('no')]
  const { form } = setUp(async () => {
    const error = answers.shift()
    if (error) throw error
  })
  complete(form)
  await form.submit()
  form.leave()
  expect(form.$state.get()).toEqual({ status: 'idle' })
  await form.submit()
  expect(form.$state.get().status).toBe('failed')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(form.$state.get()).toEqual({ status: 'idle' })
})

test('leaving does not end what is being sent', () => {
  const { form } = setUp(() => new Promise(() => undefined))
  complete(form)
  void form.submit()
  form.leave()
  expect(form.$state.get()).toEqual({ status: 'sending' })
})

test('a refusal without a code, or with one that no field is blamed for, is told for the whole form', async () => {
  const { form } = setUp(() => Promise.reject(new PlatformError('http', 'Broken', { status: 500 })))
  complete(form)
  expect(await form.submit()).toStrictEqual({ type: 'failed' })
  expect([form.$state.get().status, form.$problems.get()]).toEqual(['failed', {}])
  const plain = createForm({
    schema,
    initial: { name: 'Ann', code: '7' },
    submit: () => Promise.reject(refusal('name_taken')),
  })
  expect(await plain.submit()).toStrictEqual({ type: 'failed' })
  expect(plain.$state.get()).toMatchObject({ status: 'failed', message: 'This name is taken' })
})

test('once the platform is back, its absence is told no longer; a later failure stays', async () => {
  const back: (() => void)[] = []
  const { form } = setUp(() => {
    const over = new Promise<void>((resolve) => void back.push(resolve))
    return Promise.reject(Object.assign(new PlatformError('network', 'away'), { over }))
  })
  complete(form)
  await form.submit()
  back[0]?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(form.$state.get()).toEqual({ status: 'idle' })
  await form.submit()
  await form.submit()
  back[1]?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(form.$state.get().status).toBe('failed')
})

test('after a submit every field speaks, also one that is left again', async () => {
  const { form } = setUp()
  await form.submit()
  form.set('code', 'x')
  form.touch('code')
  expect(Object.keys(form.$problems.get())).toEqual(['name', 'code'])
})

test('the first wrong field is the first of the form, in whichever order the schema has them', async () => {
  const form = createForm({ schema, initial: { code: 'x', name: '' }, submit: async () => undefined })
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'code' })
})

test('a body that is wrong as a whole, or in a field that the form has not, names no field', async () => {
  const whole = v.pipe(
    v.object({ a: v.string() }),
    v.check(() => false, 'Not together'),
  )
  const form = createForm({ schema: whole, initial: { a: '' }, submit: async () => undefined })
  expect(await form.submit()).toStrictEqual({ type: 'invalid' })
  expect(form.$problems.get()).toEqual({})
  const other = createForm({
    schema: v.object({ a: v.string(), b: v.string() }),
    initial: { a: '' } as { a: string; b: string },
    submit: async () => undefined,
  })
  expect(await other.submit()).toStrictEqual({ type: 'invalid' })
})

test('values that are loaded later go under what is typed', () => {
  const { form } = setUp()
  form.set('name', 'Ann')
  form.start({ name: 'Bea', code: '1' })
  expect(form.$values.get()).toEqual({ name: 'Ann', code: '1' })
  form.start({ name: 'Ann', code: '2' })
  expect(form.$isChanged.get()).toBe(false)
  form.set('code', '3')
  form.set('code', '2')
  expect(form.$isChanged.get()).toBe(false)
  form.set('code', '3')
  form.reset()
  expect(form.$values.get()).toEqual({ name: 'Ann', code: '2' })
})

test('once the saved values are known before the answer ends, nothing flickers back', async () => {
  const seen: string[] = []
  const { form } = setUp(async () => form.start({ name: 'Ann', code: '7' }))
  form.set('name', ' Ann')
  form.set('code', '7')
  form.$values.listen(({ name }) => void seen.push(name))
  await form.submit()
  expect(new Set(seen)).toEqual(new Set([' Ann', 'Ann']))
})

test('a failure that was only the platform’s absence is over when it answers again', async () => {
  let isBack = () => {}
  const over = new Promise<void>((resolve) => {
    isBack = resolve
  })
  const { form } = setUp(async () => {
    throw new PlatformError('network', 'The platform can’t be reached', { over })
  })
  form.set('name', 'a')
  form.set('code', '1')
  await form.submit()
  expect(form.$state.get().status).toBe('failed')
  isBack()
  await over
  expect(form.$state.get()).toEqual({ status: 'idle' })
  expect(form.$values.get()).toMatchObject({ name: 'a', code: '1' })
})

test('leaving the form and coming back keeps the values and drops the errors', async () => {
  const { form } = setUp(async () => {
    throw refusal('name_taken')
  })
  form.set('name', 'Ada')
  form.set('code', 'x')
  await form.submit()
  form.set('code', '1')
  await form.submit()
  expect(form.$problems.get()).toEqual({ name: 'This name is taken' })
  form.leave()
  expect(form.$values.get()).toMatchObject({ name: 'Ada', code: '1' })
  expect(form.$problems.get()).toEqual({})
  expect(form.$isChanged.get()).toBe(true)
})

test('what is being sent stays so when its form is left', async () => {
  let answer = () => {}
  const { form, sent } = setUp(() => new Promise<void>((resolve) => (answer = resolve)))
  form.set('name', 'Ada')
  form.set('code', '1')
  const first = form.submit()
  form.leave()
  expect(await form.submit()).toEqual({ type: 'busy' })
  answer()
  expect(await first).toEqual({ type: 'done' })
  expect(sent).toHaveLength(1)
  expect(form.$isChanged.get()).toBe(false)
})
