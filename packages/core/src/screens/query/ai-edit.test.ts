import { FakeRefusal, createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

const eventually: typeof vi.waitFor = (check) => vi.waitFor(check)
let deck: Deck | undefined
afterEach(() => deck?.dispose())

async function open({ aiEnabled = true, text = 'select * from users' } = {}) {
  const host = createMemoryHost('/project/default/sql/1')
  const fake = createFakePlatform()
  fake.runtime.aiEnabled = aiEnabled
  const opened = (deck = testDeck(host, fake))
  opened.$runtime.subscribe(() => undefined)
  const screen = await eventually(() => {
    const shown = opened.$screen.get()
    if (shown.name !== 'sqlEditor' || opened.$runtime.get().status !== 'ready') throw new Error('not yet')
    return shown.screen
  })
  screen.type(text)
  const edit = screen.aiEdit
  edit.$controlState.subscribe(() => undefined)
  const state = () => edit.$state.get()
  const review = async (range: { start: number; end: number }, prompt = 'do it') => {
    edit.open(range)
    edit.setPrompt(prompt)
    await edit.submit()
  }
  const asked = () =>
    fake.requests.filter(({ path }) => path === '/api/ai/code/complete').map(({ body }) => body)
  return {
    host,
    fake,
    deck: opened,
    screen,
    edit,
    state,
    review,
    asked,
    text: () => screen.draft.$text.get(),
  }
}
const enter = { key: 'Enter', shiftKey: false, metaKey: false, ctrlKey: false, isComposing: false }
const escape = { ...enter, key: 'Escape' }

test('the answer is reviewed beside the text, and accepting puts it in the place', async () => {
  const { fake, edit, state, review, text, asked } = await open()
  fake.ai.completion = 'accounts'
  await review({ start: 14, end: 19 })
  expect(asked()).toMatchObject([
    {
      projectRef: 'default',
      completionMetadata: {
        textBeforeCursor: 'select * from ',
        selection: 'users',
        textAfterCursor: '',
        prompt: 'do it',
      },
    },
  ])
  expect(state()).toEqual({
    status: 'reviewing',
    before: 'select * from users',
    after: 'select * from accounts',
  })
  expect(text()).toBe('select * from users')
  edit.accept()
  expect(text()).toBe('select * from accounts')
  expect(state()).toEqual({ status: 'closed' })
})

test('discard and Escape leave the text as it is', async () => {
  const { edit, state, review, text } = await open()
  await review({ start: 0, end: 0 })
  edit.discard()
  expect([state().status, text()]).toEqual(['closed', 'select * from users'])
  await review({ start: 0, end: 0 })
  expect(edit.press(escape)).toBe(true)
  expect([state().status, text()]).toEqual(['closed', 'select * from users'])
  expect(edit.press(escape)).toBe(false)
})

test('Enter sends what is not blank; with Shift, Meta or Ctrl it does not', async () => {
  const { edit, asked } = await open()
  edit.open({ start: 0, end: 0 })
  expect(edit.press(enter)).toBe(false)
  edit.setPrompt('   ')
  expect(edit.press(enter)).toBe(false)
  edit.setPrompt('a')
  for (const held of ['shiftKey', 'metaKey', 'ctrlKey'] as const)
    expect(edit.press({ ...enter, [held]: true })).toBe(false)
  expect(asked()).toEqual([])
  expect(edit.press(enter)).toBe(true)
  expect(edit.press(enter)).toBe(false)
  await eventually(() => expect(edit.$state.get().status).toBe('reviewing'))
  expect(asked()).toHaveLength(1)
})

test('a refusal is said with its words, and the prompt is there to be tried again', async () => {
  const { fake, edit, state, review } = await open()
  fake.ai.completion = new FakeRefusal(429, 'ai_busy', 'It is busy', { retryAfterSeconds: 7 })
  await review({ start: 0, end: 0 })
  expect(state()).toMatchObject({
    status: 'asking',
    prompt: 'do it',
    isLoading: false,
    error: 'Failed to generate: It is busy (7 s)',
  })
  fake.ai.completion = new FakeRefusal(500, 'internal', '')
  await edit.submit()
  expect(state()).toMatchObject({ error: expect.stringMatching(/^Failed to generate: /) })
  fake.ai.completion = 'select 2'
  await edit.submit()
  expect(state().status).toBe('reviewing')
})

test('what is typed elsewhere meanwhile stays, and the answer finds its target', async () => {
  const { fake, edit, state, screen, text } = await open()
  fake.ai.completion = 'accounts'
  edit.open({ start: 14, end: 19 })
  edit.setPrompt('do it')
  const done = edit.submit()
  screen.type('-- all\nselect * from users')
  await done
  expect(state()).toMatchObject({ after: '-- all\nselect * from accounts' })
  screen.type('-- all of\nselect * from users')
  edit.accept()
  expect(text()).toBe('-- all of\nselect * from accounts')
})

test('an answer whose target was changed is dropped with a sentence; nothing is overwritten', async () => {
  const { host, edit, state, screen, review, text } = await open()
  await review({ start: 14, end: 19 })
  screen.type('select * from people')
  expect(state()).toEqual({ status: 'closed' })
  edit.accept()
  expect(text()).toBe('select * from people')
  expect(host.notes.at(-1)).toMatchObject({ message: 'AI suggestion discarded' })
})

test('stop keeps the prompt, and an answer that comes later is dropped', async () => {
  const { edit, state } = await open()
  edit.open({ start: 0, end: 0 })
  edit.setPrompt('do it')
  const done = edit.submit()
  edit.stop()
  await done
  expect(state()).toMatchObject({ status: 'asking', prompt: 'do it', isLoading: false, error: null })
})

test('an answer that changes nothing says so', async () => {
  const { fake, state, review } = await open()
  fake.ai.completion = 'users'
  await review({ start: 14, end: 19 })
  expect(state()).toMatchObject({ status: 'asking', error: 'The AI suggests no change.' })
})

test('without a service the control is there, and says how one is configured', async () => {
  const { edit, state, asked } = await open({ aiEnabled: false })
  expect(edit.$controlState.get()).toEqual({
    disabled: true,
    hint: expect.stringContaining('BASEDECK_AI_URL'),
  })
  edit.open({ start: 0, end: 0 })
  expect(state()).toEqual({ status: 'closed' })
  expect(asked()).toEqual([])
})

test('the query gets a name; why it gets none is said', async () => {
  const { host, fake, screen } = await open()
  screen.naming.$controlState.subscribe(() => undefined)
  fake.ai.title = new FakeRefusal(500, 'ai_failed', 'Failed to generate completion')
  await screen.naming.suggest()
  expect(host.notes.at(-1)?.message).toBe('Failed to generate title: Failed to generate completion')
  fake.ai.title = { title: 'All users', description: 'Everybody.' }
  await screen.naming.suggest()
  expect(screen.snippet.$label.get()).toBe('All users')
  expect(host.notes.at(-1)).toMatchObject({ kind: 'success', message: expect.stringContaining('All users') })
})

test('a name that is given meanwhile stays', async () => {
  const { fake, screen } = await open()
  screen.naming.$controlState.subscribe(() => undefined)
  fake.ai.title = { title: 'All users', description: '' }
  const done = screen.naming.suggest()
  expect(screen.naming.$controlState.get()).toEqual({ disabled: true })
  screen.snippet.rename.begin()
  screen.snippet.rename.type('Mine')
  screen.snippet.rename.commit()
  await done
  expect(screen.snippet.$label.get()).toBe('Mine')
})

test('without a text, or without a service, nothing is named', async () => {
  const empty = await open({ text: ' ' })
  empty.screen.naming.$controlState.subscribe(() => undefined)
  expect(empty.screen.naming.$controlState.get()).toEqual({ disabled: true })
  deck?.dispose()
  const { screen, fake } = await open({ aiEnabled: false })
  screen.naming.$controlState.subscribe(() => undefined)
  expect(screen.naming.$controlState.get()).toEqual({
    disabled: true,
    hint: expect.stringContaining('BASEDECK_AI_URL'),
  })
  await screen.naming.suggest()
  expect(fake.requests.filter(({ path }) => path.includes('title'))).toEqual([])
})
