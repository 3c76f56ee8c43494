import { describe, expect, test, vi } from 'vitest'
import { createMemoryHost, type MemoryHost } from '../../testing/memory-host.js'
import {
  openSnippet,
  openStoredSnippet,
  saveElsewhere,
  saves,
  savingKind,
  SNIPPET_ID,
  stored,
} from '../../testing/snippet-window.js'
import { sqlWorkOf } from './sql-work.js'

describe('two windows of one browser', () => {
  /** What one window writes the other one hears. */
  function join(a: MemoryHost, b: MemoryHost) {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const { set, remove } = from.storage
      from.storage.set = (key, value) => {
        if (!set(key, value)) return false
        if (to.storage.get(key) !== value) to.storage.writeElsewhere(key, value)
        return true
      }
      from.storage.remove = (key) => {
        remove(key)
        to.storage.values.delete(key)
      }
    }
  }

  async function twoWindows() {
    const first = await openStoredSnippet()
    const otherHost = createMemoryHost(`/project/default/sql/${SNIPPET_ID}`)
    for (const [key, value] of first.host.storage.values) otherHost.storage.values.set(key, value)
    join(first.host, otherHost)
    const second = openSnippet(`/project/default/sql/${SNIPPET_ID}`, { host: otherHost, fake: first.fake })
    await vi.waitFor(() => expect(second.state.$placeholder.get()).toEqual({ type: 'shown' }))
    expect(savingKind(second)).toBe('saved')
    // The texts that were read are written to the device.
    for (const { host } of [first, second]) host.clock.advance(100)
    return { first, second }
  }

  test('see each other’s typing, and the one’s save is no conflict for the other', async () => {
    const { first, second } = await twoWindows()
    first.screen.type('select 2')
    first.host.clock.advance(1000)
    expect(second.screen.draft.$text.get()).toBe('select 2')
    await vi.waitFor(() => expect(savingKind(first)).toBe('saved'))
    second.screen.type('select 23')
    second.host.clock.advance(1000)
    await vi.waitFor(() => expect(stored(first.fake, SNIPPET_ID)?.content.sql).toBe('select 23'))
    expect(first.screen.draft.$text.get()).toBe('select 23')
    expect([first.state.$choice.get(), second.state.$choice.get()]).toEqual([null, null])
    first.screen.type('select 234')
    first.host.clock.advance(1000)
    await vi.waitFor(() => expect(stored(first.fake, SNIPPET_ID)?.content.sql).toBe('select 234'))
  })

  test('what one has not saved yet is not saved in the other', async () => {
    const { first, second } = await twoWindows()
    first.screen.type('select 2')
    expect(savingKind(second)).toBe('waiting')
    first.host.clock.advance(1000)
    await vi.waitFor(() => expect(savingKind(first)).toBe('saved'))
    expect(savingKind(second)).toBe('saved')
    second.host.clock.advance(120_000)
    expect(saves(first.fake)).toHaveLength(1)
  })

  /** Both show the same choice, of a text that was typed in the first one. */
  async function choiceInBoth() {
    const windows = await twoWindows()
    const { first, second } = windows
    saveElsewhere(first.fake, SNIPPET_ID, 'theirs')
    first.screen.type('mine')
    first.host.clock.advance(1000)
    for (const { state } of [first, second])
      await vi.waitFor(() => expect(state.$choice.get()).toMatchObject({ mine: 'mine', theirs: 'theirs' }))
    expect(second.state.$saving.get()).toEqual(first.state.$saving.get())
    expect(first.state.$saving.get()).toMatchObject({ kind: 'failed', mayRetry: false })
    expect(stored(first.fake, SNIPPET_ID)?.content.sql).toBe('theirs')
    return windows
  }
  const WINDOWS = ['first', 'second'] as const

  test.each(WINDOWS)('a choice is open in both, and ends in both when the %s keeps mine', async (chooses) => {
    const { first, second, [chooses]: window } = await choiceInBoth()
    window.state.keepMine()
    await vi.waitFor(() => expect(stored(first.fake, SNIPPET_ID)?.content.sql).toBe('mine'))
    await vi.waitFor(() => expect([savingKind(first), savingKind(second)]).toEqual(['saved', 'saved']))
    expect([first.state.$choice.get(), second.state.$choice.get()]).toEqual([null, null])
  })

  test.each(WINDOWS)(
    'a choice is open in both, and ends in both when the %s takes theirs',
    async (chooses) => {
      const { first, second, [chooses]: window } = await choiceInBoth()
      window.state.takeTheirs()
      window.host.clock.advance(100)
      expect([first.state.$choice.get(), second.state.$choice.get()]).toEqual([null, null])
      expect([savingKind(first), savingKind(second)]).toEqual(['saved', 'saved'])
      for (const { screen, host } of [first, second]) {
        expect(screen.draft.$text.get()).toBe('theirs')
        host.clock.advance(120_000)
      }
      expect(stored(first.fake, SNIPPET_ID)?.content.sql).toBe('theirs')
    },
  )

  test('a window that closes before it saved leaves that to the other one', async () => {
    const { first, second } = await twoWindows()
    first.screen.type('select 2')
    first.deck.dispose()
    expect(savingKind(second)).toBe('waiting')
    second.host.clock.advance(59_999)
    expect(saves(first.fake)).toEqual([])
    second.host.clock.advance(1)
    await vi.waitFor(() => expect(stored(first.fake, SNIPPET_ID)?.content.sql).toBe('select 2'))
    await vi.waitFor(() => expect(savingKind(second)).toBe('saved'))
  })

  test('deleted in one, the other says so, keeps the text, and can make a new one of it', async () => {
    const { first, second } = await twoWindows()
    const listed = stored(first.fake, SNIPPET_ID)
    if (!listed) throw new Error('not stored')
    await sqlWorkOf(first.deck).snippets.of('default').remove([listed])
    expect(second.state.$left.get()).toBe('deleted')
    expect(second.screen.draft.$text.get()).toBe('select 1')
    second.screen.type('select 1 as kept')
    second.host.clock.advance(5000)
    expect(saves(first.fake)).toEqual([])
    second.state.keepAsNew()
    second.host.clock.advance(1000)
    await vi.waitFor(() => expect(first.fake.content.snippets[0]?.content.sql).toBe('select 1 as kept'))
    expect(first.fake.content.snippets[0]?.id).not.toBe(SNIPPET_ID)
    expect(second.host.navigation.current().pathname).toBe(
      `/project/default/sql/${first.fake.content.snippets[0]?.id}`,
    )
  })

  test('taken back, it is as it was in both', async () => {
    const { first, second } = await twoWindows()
    const listed = stored(first.fake, SNIPPET_ID)
    if (!listed) throw new Error('not stored')
    await sqlWorkOf(first.deck).snippets.of('default').remove([listed])
    first.host.notes.at(-1)?.action?.run()
    await vi.waitFor(() => expect(stored(first.fake, SNIPPET_ID)).toEqual(listed))
    await vi.waitFor(() => expect([first.state.$left.get(), second.state.$left.get()]).toEqual([null, null]))
  })
})
