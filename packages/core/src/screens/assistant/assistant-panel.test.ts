import type { StatementResult } from '@basedeck/platform-client'
import { createFakePlatform, FakeRefusal, type FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import type { KeyPress } from '../../rules/shell/shortcuts.js'
import { createMemoryHost, type MemoryHost } from '../../testing/memory-host.js'

const eventually: typeof vi.waitFor = (check) => vi.waitFor(check)
let decks: Deck[] = []
afterEach(() => {
  for (const deck of decks) deck.dispose()
  decks = []
})

const MOD_I: KeyPress = {
  key: 'i',
  metaKey: true,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
}
const ENTER = { key: 'Enter', shiftKey: false, metaKey: false, ctrlKey: false, isComposing: false }

interface Given {
  host?: MemoryHost
  fake?: FakePlatform
}

async function open({
  host = createMemoryHost('/project/default'),
  fake = createFakePlatform(),
}: Given = {}) {
  fake.runtime.aiEnabled = true
  const deck = testDeck(host, fake)
  decks.push(deck)
  deck.actions.$keyed.subscribe(() => undefined)
  deck.shell.beside.$assistant.subscribe(() => undefined)
  await eventually(() => expect(deck.$runtime.get().status).toBe('ready'))
  await eventually(() => expect(deck.actions.press(MOD_I, true)).toBe(true))
  const panel = await eventually(() => {
    const shown = deck.shell.beside.$assistant.get()
    if (shown === null || shown === 'coming') throw new Error('no panel yet')
    return shown
  })
  for (const $store of [panel.$turns, panel.$canRetry, panel.$told, panel.$canSend, panel.$ranBlock])
    $store.subscribe(() => undefined)
  const said = () => panel.$turns.get().map(({ role, text }) => [role, text])
  const asked = () => fake.requests.filter(({ path }) => path.endsWith('/assistant')).map(({ body }) => body)
  return { host, fake, deck, panel, said, asked }
}

const ANSWER = 'Here it is:\n```sql\nselect 1\n```'

test('Mod+I opens it, and closes it', async () => {
  const { deck } = await open()
  expect(deck.actions.press(MOD_I, false)).toBe(true)
  expect(deck.shell.beside.$assistant.get()).toBeNull()
})

test('an answer comes in pieces; what went along is said', async () => {
  const { panel, said, asked } = await open()
  panel.type('  which tables? ')
  expect(panel.press(ENTER)).toBe(true)
  expect(panel.$question.get()).toBe('')
  await eventually(() => expect(panel.$isAnswering.get()).toBe(false))
  expect(said()).toEqual([
    ['user', 'which tables?'],
    ['assistant', ANSWER],
  ])
  expect(panel.$turns.get().at(-1)?.state).toBeUndefined()
  expect(asked()).toEqual([{ messages: [{ role: 'user', content: 'which tables?' }], includeData: false }])
  expect(panel.$told.get()).toMatch(/, no rows/)
})

test('data goes along only when one says so, and that is remembered with the conversation', async () => {
  const { panel, asked, host, fake } = await open()
  panel.setIncludeData(true)
  await panel.ask('hello')
  expect(asked()).toMatchObject([{ includeData: true }])
  expect(panel.$told.get()).toMatch(/three rows/)
  const next = await open({ host, fake })
  expect(next.panel.$includeData.get()).toBe(true)
  fake.ai.context = { schema: false, data: false, isProtected: true }
  await next.panel.ask('hello')
  expect(next.panel.$told.get()).toMatch(/HIPAA/)
})

test('the conversation is there after a reload, for this project', async () => {
  const { panel, host, fake } = await open()
  await panel.ask('hello')
  const again = await open({ host, fake })
  expect(again.said()).toEqual([
    ['user', 'hello'],
    ['assistant', ANSWER],
  ])
  await again.panel.ask('and now?')
  expect(again.asked().at(-1)).toMatchObject({
    messages: [{ content: 'hello' }, { content: ANSWER }, { content: 'and now?' }],
  })
  again.panel.startOver()
  expect(again.said()).toEqual([])
  expect((await open({ host, fake })).said()).toEqual([])
})

test('a failure keeps what came, says why, and can be asked again', async () => {
  const { panel, fake, said } = await open()
  fake.ai.pieces = ['half of ', new FakeRefusal(502, 'ai_broke_off', 'It broke off')]
  await panel.ask('hello')
  expect(panel.$turns.get().at(-1)).toMatchObject({
    text: 'half of ',
    state: 'failed',
    failure: 'Failed to generate: It broke off',
  })
  expect(panel.$canRetry.get()).toBe(true)
  fake.ai.pieces = ['whole']
  await panel.retry()
  expect(said()).toEqual([
    ['user', 'hello'],
    ['assistant', 'whole'],
  ])
  expect(panel.$canRetry.get()).toBe(false)
})

test('without a network the question is kept, and asked again later', async () => {
  const { panel, fake, said, host } = await open()
  fake.offline = true
  await panel.ask('hello')
  expect(panel.$turns.get().at(-1)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('can’t be reached'),
  })
  expect([...host.storage.values.values()].join()).toContain('hello')
  fake.offline = false
  await panel.retry()
  expect(said().at(-1)).toEqual(['assistant', ANSWER])
})

test('stop keeps what came; a blank question, or a second one at once, asks nothing', async () => {
  const { panel, asked } = await open()
  await panel.ask('   ')
  const first = panel.ask('one')
  await panel.ask('two')
  panel.stop()
  await first
  expect(asked().length).toBeLessThanOrEqual(1)
  expect(panel.$turns.get()).toMatchObject([{ text: 'one' }, { state: 'stopped' }])
  expect(panel.$canRetry.get()).toBe(true)
})

const ran = (command: string): { results: StatementResult[] } => ({
  results: [
    {
      command,
      rowCount: 1,
      fields: [{ name: 'n', dataTypeId: 23, dataType: 'int4' }],
      rows: [['1']],
      notices: [],
    },
  ],
})

test('proposed SQL runs READ ONLY when it only reads, and asks first when it does not', async () => {
  const { panel, fake } = await open()
  fake.answer('select 1 limit 100;', ran('SELECT'))
  await panel.run('a', 'select 1')
  expect(panel.$ranBlock.get()).toBe('a')
  expect(fake.requests.at(-1)?.body).toMatchObject({ query: 'select 1 limit 100;', readOnly: true })
  expect(panel.pane.$tabs.get()).toHaveLength(1)
  const before = fake.requests.length
  await panel.run('b', 'drop table users')
  expect(panel.pane.$question.get()).not.toBeNull()
  expect(fake.requests.slice(before).filter(({ path }) => path.endsWith('/query'))).toEqual([])
  panel.pane.dismiss()
})

test('proposed SQL is copied, or opened as a new query', async () => {
  const { panel, host, deck } = await open()
  expect(await panel.copy('select 1')).toBe(true)
  expect(host.copied).toEqual(['select 1'])
  panel.openInEditor('select 2')
  await eventually(() => {
    const shown = deck.$screen.get()
    if (shown.name !== 'sqlEditor') throw new Error('not yet')
    expect(shown.screen.draft.$text.get()).toBe('select 2')
  })
})
