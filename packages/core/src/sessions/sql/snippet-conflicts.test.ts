import { describe, expect, test, vi } from 'vitest'
import {
  openStoredSnippet,
  saveElsewhere,
  saves,
  savingKind,
  SNIPPET_ID,
  stored,
  storedSnippet,
} from '../../testing/snippet-window.js'

describe('another user has saved first', () => {
  async function conflict() {
    const window = await openStoredSnippet()
    saveElsewhere(window.fake, SNIPPET_ID, 'theirs')
    window.screen.type('mine')
    window.host.clock.advance(1000)
    await vi.waitFor(() => expect(window.state.$choice.get()).not.toBeNull())
    return window
  }

  test('both texts are shown side by side, and neither is overwritten', async () => {
    const window = await conflict()
    expect(window.state.$choice.get()).toMatchObject({ mine: 'mine', theirs: 'theirs' })
    expect(window.state.$saving.get()).toMatchObject({ kind: 'failed', mayRetry: false })
    window.screen.type('mine, and more')
    window.host.clock.advance(60_000)
    expect(stored(window.fake, SNIPPET_ID)?.content.sql).toBe('theirs')
    expect(saves(window.fake)).toHaveLength(1)
  })

  test('mine is kept', async () => {
    const window = await conflict()
    window.state.keepMine()
    await vi.waitFor(() => expect(stored(window.fake, SNIPPET_ID)?.content.sql).toBe('mine'))
    expect(window.state.$choice.get()).toBeNull()
    await vi.waitFor(() => expect(savingKind(window)).toBe('saved'))
  })

  test('theirs is taken', async () => {
    const window = await conflict()
    window.state.takeTheirs()
    expect(window.screen.draft.$text.get()).toBe('theirs')
    expect(savingKind(window)).toBe('saved')
    window.host.clock.advance(60_000)
    expect(saves(window.fake)).toHaveLength(1)
  })

  test('another name alone is no conflict with a text', async () => {
    const window = await openStoredSnippet()
    const one = stored(window.fake, SNIPPET_ID)
    if (one) Object.assign(one, { name: 'Renamed', updated_at: '2027-01-01T00:00:00.000Z' })
    window.screen.type('mine')
    window.host.clock.advance(1000)
    await vi.waitFor(() => expect(stored(window.fake, SNIPPET_ID)?.content.sql).toBe('mine'))
    expect(stored(window.fake, SNIPPET_ID)?.name).toBe('Renamed')
    expect(window.state.$label.get()).toBe('Renamed')
  })
})

test('one that was deleted on another device is told by its next save', async () => {
  const { host, fake, screen, state } = await openStoredSnippet()
  fake.content.snippets = []
  screen.type('select 2')
  host.clock.advance(1000)
  await vi.waitFor(() => expect(state.$left.get()).toBe('deleted'))
  expect(screen.draft.$text.get()).toBe('select 2')
  expect(fake.content.snippets).toEqual([])
})

test('another person’s query that is not found may be deleted or private', async () => {
  const { host, fake, screen, state, deck } = await openStoredSnippet()
  storedSnippet(deck).update({ owner_id: 'dee' })
  fake.content.snippets = []
  screen.type('select 2')
  host.clock.advance(1000)
  await vi.waitFor(() => expect(state.$left.get()).toBe('not-found'))
  expect(state.$saving.get().label).toBe('Not saved: it was deleted or made private')
})
