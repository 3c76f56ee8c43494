import { PlatformError } from '@basedeck/platform-client'
import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { DocumentProblem } from '../../sessions/documents/document-types.js'
import type {
  LocalSnippet,
  OpenSnippet,
  SnippetChoiceMade,
  SnippetStatus,
} from '../../sessions/sql/open-snippet.js'
import { NEW_META } from '../../sessions/sql/snippet-records.js'
import { snippetText } from '../../text/sql-snippets.js'
import type { Needs } from '../context.js'
import { createSnippetState } from './snippet-state.js'

const local = (more: Partial<LocalSnippet> = {}): LocalSnippet => ({
  ...NEW_META,
  id: 'q1',
  base: '2027-01-01',
  saving: 'IDLE',
  needsSave: false,
  isNotSavedInDatabaseYet: false,
  ...more,
})

/** @param id of the address */
function setUp(
  more: Partial<LocalSnippet> = {},
  id: string | undefined = 'q1',
  isRoute = true,
  profile: object = { status: 'ready', data: { id: 'ada' } },
) {
  const calls: string[] = []
  const does =
    (name: string, answer?: string) =>
    (...given: unknown[]) => {
      calls.push(
        [name, ...given.map((one) => (typeof one === 'object' ? JSON.stringify(one) : one))].join(' '),
      )
      return answer
    }
  const $snippet = atom(local(more))
  const $status = atom<SnippetStatus>({ status: 'ready' })
  const $choice = atom<SnippetChoiceMade | null>(null)
  const $text = atom('select 1')
  const $kept = atom(true)
  const snippet = {
    id: 'q1',
    $snippet,
    $status,
    $choice,
    draft: { $text, $kept },
    update: does('update'),
    save: does('save'),
    revert: does('revert'),
    keepMine: does('keepMine'),
    takeTheirs: does('takeTheirs'),
  } as unknown as OpenSnippet
  const project = {
    watch: () => does('unwatch'),
    keepAsNew: () => 'q2',
    create: () => 'q3',
    discard: () => does('discard')(),
  }
  const context = {
    lazy: { of: () => ({ snippets: { of: () => project } }) },
    tabs: {
      of: () => ({ addressOf: (of: string) => `${of}!`, rename: does('rename'), forget: does('forget') }),
    },
    account: { $profile: atom(profile) },
    router: {
      $route: atom({ match: isRoute ? { params: { id } } : null }),
      href: (page: string, { id: to }: { id: string }) => `${page}/${to}`,
      open: does('open'),
    },
  } as unknown as Needs<'router' | 'tabs' | 'lazy' | 'account'>
  const state = createSnippetState(context, 'shop', snippet)
  return { state, calls, $snippet, $status, $choice, $text, $kept }
}

test('its tab is called by its name, else by the beginning of its text, once that is known', () => {
  const { state, calls, $snippet, $status, $text } = setUp()
  expect([state.$label.get(), calls]).toEqual(['select 1', ['rename sql-q1! select 1']])
  $snippet.set(local({ name: 'Sales' }))
  expect([state.$label.get(), calls.at(-1)]).toEqual(['Sales', 'rename sql-q1! Sales'])
  $status.set({ status: 'loading' })
  $snippet.set(local())
  $text.set('select 2')
  expect(calls).toHaveLength(2)
  $status.set({ status: 'ready' })
  expect(calls.at(-1)).toBe('rename sql-q1! select 2')
  state.dispose()
  $text.set('select 3')
  expect(calls.slice(3)).toEqual(['unwatch'])
})

test('its tab is the one of the address; where that names no query, or no page, its own', () => {
  expect(setUp({}, 'q7').calls).toEqual(['rename sql-q7! select 1'])
  expect(setUp({}, 'q7', false).calls).toEqual(['rename sql-q1! select 1'])
  const { state, calls } = setUp({}, undefined)
  state.newQuery()
  expect(calls).toContain('forget sql q1!')
})

test('whether it is a favourite', () => {
  const { state, $snippet, calls } = setUp()
  expect(state.$isFavorite.get()).toBe(false)
  state.toggleFavorite()
  $snippet.set(local({ visibility: 'project', favorite: true }))
  expect(state.$isFavorite.get()).toBe(true)
  state.toggleFavorite()
  expect(calls.slice(1)).toEqual(['update {"favorite":true}', 'update {"favorite":false}'])
})

test('it is renamed in its place', () => {
  const { state, calls } = setUp({ name: 'Sales' })
  state.rename.begin()
  expect(state.rename.$typed.get()).toBe('Sales')
  state.rename.type('Orders')
  state.rename.commit()
  expect(calls.at(-1)).toBe('update {"name":"Orders"}')
})

const KEPT = 'The text is kept on this device.'
const failed = (problem: DocumentProblem): Partial<LocalSnippet> => ({ saving: 'UPDATING_FAILED', problem })

test.each<[string, Partial<LocalSnippet>, object]>([
  ['saved', {}, { kind: 'saved', label: 'Saved', detail: '', mayRetry: false }],
  ['new', { isNotSavedInDatabaseYet: true }, { kind: 'new', label: 'New', detail: '', mayRetry: false }],
  [
    'changed',
    { needsSave: true, isNotSavedInDatabaseYet: true },
    { kind: 'waiting', label: 'Unsaved changes', detail: KEPT, mayRetry: false },
  ],
  [
    'being saved',
    { saving: 'UPDATING', needsSave: true },
    { kind: 'saving', label: 'Saving…', detail: KEPT, mayRetry: false },
  ],
  [
    'refused',
    failed({ type: 'refused', message: 'Too long' }),
    { kind: 'failed', label: 'Not saved: Too long', detail: KEPT, mayRetry: true },
  ],
  [
    'not answered',
    failed({ type: 'again-later' }),
    {
      kind: 'failed',
      label: 'Not saved: The platform did not answer within 30 seconds',
      detail: KEPT,
      mayRetry: true,
    },
  ],
  [
    'changed by another person',
    failed({ type: 'conflict' }),
    { kind: 'failed', label: 'Not saved: it was changed elsewhere', detail: KEPT, mayRetry: false },
  ],
  [
    'another person’s, and changed',
    { ...failed({ type: 'conflict' }), owner_id: 'dee' },
    { kind: 'failed', label: 'Not saved: it was changed elsewhere', mayRetry: false },
  ],
  [
    'deleted',
    { ...failed({ type: 'deleted' }), owner_id: 'ada' },
    { kind: 'failed', label: 'Not saved: it was deleted', mayRetry: false },
  ],
  [
    'another person’s, and not found',
    { ...failed({ type: 'deleted' }), owner_id: 'dee' },
    { kind: 'failed', label: 'Not saved: it was deleted or made private', mayRetry: false },
  ],
  ['failed for a reason that is not known', { saving: 'UPDATING_FAILED' }, { kind: 'saved' }],
])('what is said of one that is %s', (_, more, mark) => {
  expect(setUp(more).state.$saving.get()).toMatchObject(mark)
})

test('until it is known who is signed in, a query with an owner is another person’s', () => {
  const { state } = setUp({ ...failed({ type: 'deleted' }), owner_id: 'ada' }, 'q1', true, {
    status: 'loading',
  })
  expect(state.$saving.get().label).toBe('Not saved: it was deleted or made private')
})

test('a text that the device can’t keep says so', () => {
  const { state, $kept } = setUp({ needsSave: true })
  $kept.set(false)
  expect(state.$saving.get().detail).toBe('It is too large to keep on this device – don’t close the page.')
})

test('two texts to choose from: another person’s with the name of its last saver, another window’s without', () => {
  const { state, $choice } = setUp()
  expect(state.$choice.get()).toBeNull()
  const owner = { id: 'dee', username: 'Dee' }
  const theirs = { content: { sql: 'select 9' }, owner, updated_by: { id: 'ada', username: 'Ada' } }
  $choice.set({ by: 'other', theirs } as SnippetChoiceMade)
  const shown = { mine: 'select 1', theirs: 'select 9', by: 'other' }
  expect(state.$choice.get()).toEqual({ ...shown, lastSavedBy: 'Ada' })
  $choice.set({ by: 'other', theirs: { ...theirs, updated_by: null } as object } as SnippetChoiceMade)
  expect(state.$choice.get()).toEqual({ ...shown, lastSavedBy: null })
  $choice.set({ by: 'window', text: 'select 8' })
  expect(state.$choice.get()).toEqual({ ...shown, theirs: 'select 8', by: 'window', lastSavedBy: null })
})

test('a choice says who saved theirs, where that is known', () => {
  const { body } = snippetText.conflict
  expect(body('Ada')).toBe('Last saved by Ada. Nothing is overwritten until you choose.')
  expect(body(null)).toBe('Nothing is overwritten until you choose.')
})

test('why a text is only here', () => {
  const { state, $snippet, $status } = setUp()
  expect(state.$left.get()).toBeNull()
  $snippet.set(local(failed({ type: 'conflict' })))
  expect(state.$left.get()).toBeNull()
  $snippet.set(local({ problem: { type: 'read-only' } }))
  expect(state.$left.get()).toBeNull()
  $snippet.set(local({ saving: 'UPDATING_FAILED' }))
  expect(state.$left.get()).toBeNull()
  $snippet.set(local(failed({ type: 'read-only' })))
  expect(state.$left.get()).toBe('read-only')
  $status.set({ status: 'deleted' })
  expect(state.$left.get()).toBe('deleted')
  $snippet.set(local({ owner_id: 'ada' }))
  expect(state.$left.get()).toBe('deleted')
  $snippet.set(local({ owner_id: 'dee' }))
  expect(state.$left.get()).toBe('not-found')
})

test('the editor is shown when its text is here, also of one that was deleted', () => {
  const { state, $status } = setUp()
  const shown = (status: SnippetStatus) => {
    $status.set(status)
    return state.$placeholder.get()
  }
  const retry = () => undefined
  const error = new PlatformError('http', 'No answer', { status: 500 })
  expect(shown({ status: 'loading' })).toEqual({ type: 'loading' })
  expect(shown({ status: 'missing' })).toEqual({ type: 'missing' })
  expect(shown({ status: 'failed', error, retry })).toEqual({ type: 'failed', message: 'No answer', retry })
  expect(shown({ status: 'deleted' })).toEqual({ type: 'shown' })
  expect(shown({ status: 'ready' })).toEqual({ type: 'shown' })
})

test('its choices are passed on', () => {
  const { state, calls } = setUp()
  state.save()
  state.keepMine()
  state.takeTheirs()
  state.keepAsNew()
  state.newQuery()
  state.discard()
  expect(calls.slice(1)).toEqual([
    'save',
    'keepMine',
    'takeTheirs',
    'open sqlEditor/q2 {"replace":true}',
    'forget sql q1!',
    'open sqlEditor/q3 {"replace":true}',
    'revert',
  ])
})

test('discarding one that was deleted closes its tab, and a new one takes its place', () => {
  const { state, calls, $status } = setUp()
  $status.set({ status: 'deleted' })
  state.discard()
  expect(calls.slice(1)).toEqual(['discard', 'forget sql q1!', 'open sqlEditor/q3 {"replace":true}'])
})
