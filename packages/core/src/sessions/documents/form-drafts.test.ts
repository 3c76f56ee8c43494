import { expect, test } from 'vitest'
import * as v from 'valibot'
import { createForm } from '../../kernel/form.js'
import { createMemoryStorage } from '../../testing/memory-host.js'
import { createFormDrafts } from './form-drafts.js'

const schema = v.object({ name: v.string(), password: v.string() })

function setUp(windowStorage = createMemoryStorage()) {
  const drafts = createFormDrafts({ windowStorage })
  const open = (key = 'new') => {
    const form = createForm({
      schema,
      initial: { name: '', password: '' },
      submit: async () => undefined,
    })
    drafts.keep(key, form, ['password'])
    return { form }
  }
  return { windowStorage, drafts, open }
}

test('what was typed is found again, but no password', () => {
  const { open } = setUp()
  const { form } = open()
  form.set('name', 'Half a na')
  form.set('password', 'secret')
  expect(open().form.$values.get()).toEqual({ name: 'Half a na', password: '' })
  expect(open('another').form.$values.get().name).toBe('')
})

test('it survives a reload of the window, and nothing secret is written down', () => {
  const { windowStorage, open } = setUp()
  const { form } = open()
  form.set('name', 'Half')
  form.set('password', 'secret')
  expect([...windowStorage.values.values()].join()).not.toContain('secret')
  expect(setUp(windowStorage).open().form.$values.get().name).toBe('Half')
})

test('what was sent, or taken back, is forgotten', async () => {
  const { windowStorage, open } = setUp()
  const { form } = open()
  form.set('name', 'All of it')
  await form.submit()
  expect(windowStorage.values.size).toBe(0)
  form.set('name', 'Again')
  form.reset()
  expect(open().form.$values.get().name).toBe('')
})

test('nothing is left of a user who signs out', () => {
  const { drafts, open } = setUp()
  const { form } = open()
  form.set('name', 'Mine')
  drafts.forget()
  expect(open().form.$values.get().name).toBe('')
})

test.each(['', 'no JSON', '[]', '{"new": 1}', '{"new": {"name": 7, "gone": "x"}}'])(
  'what another version wrote counts for nothing: %s',
  (text) => {
    const windowStorage = createMemoryStorage()
    windowStorage.set('basedeck:forms', text)
    expect(setUp(windowStorage).open().form.$values.get()).toEqual({ name: '', password: '' })
  },
)

test.each(['null', '7', '"text"', '{"new": null}', '{"new": []}', '{"other": {}, "new": 1}'])(
  'a stored text that is not a list of forms is ignored: %s',
  (text) => {
    const windowStorage = createMemoryStorage()
    windowStorage.set('basedeck:forms', text)
    const { form } = setUp(windowStorage).open('other')
    expect(form.$values.get()).toEqual({ name: '', password: '' })
    form.set('name', 'Typed')
    expect(JSON.parse(windowStorage.get('basedeck:forms') ?? '')).toEqual({ other: { name: 'Typed' } })
  },
)

test('without a storage of the window, a form is kept as long as the deck is', () => {
  const drafts = createFormDrafts({})
  const open = () => {
    const form = createForm({
      schema,
      initial: { name: '', password: '' },
      submit: async () => undefined,
    })
    drafts.keep('new', form)
    return form
  }
  open().set('name', 'Half')
  const again = open()
  expect(again.$values.get().name).toBe('Half')
  again.reset()
  expect(open().$values.get().name).toBe('')
})

test('what is not secret is all kept', () => {
  const { windowStorage, drafts } = setUp()
  const form = createForm({ schema, initial: { name: '', password: '' }, submit: async () => undefined })
  drafts.keep('plain', form)
  form.set('name', 'a')
  form.set('password', 'shown')
  expect(JSON.parse(windowStorage.get('basedeck:forms') ?? '')).toEqual({
    plain: { name: 'a', password: 'shown' },
  })
})
