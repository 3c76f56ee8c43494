/** A document against a platform that answers as told: what is sent, kept, taken, asked, and tried again. */
import { PlatformError } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { textDigest } from '../rules/document-saving.js'
import { createMemoryHost } from '../testing/memory-host.js'
import type { DocumentRecord } from './document-records.js'
import type { DocumentDeps, DocumentProblem, Refusal, Sending } from './document-types.js'
import { createDocument } from './document.js'
import { createDrafts } from './drafts.js'

interface Fields {
  name: string
  note: string
}
interface Stored extends Fields {
  at: string
  text: string | null
  saveId: string | null
}
type Deps = DocumentDeps<Fields, Stored>

const INITIAL: Fields = { name: 'Untitled', note: '' }
const version = (at: string, more: Partial<Stored> = {}): Stored => ({
  at,
  name: 'Stored',
  note: '',
  text: `text ${at}`,
  saveId: null,
  ...more,
})
const recorded = (more: Partial<DocumentRecord<Fields>> = {}): DocumentRecord<Fields> => ({
  fields: { name: 'Stored', note: '' },
  base: '5',
  needsSave: false,
  changed: [],
  from: {},
  isTextChanged: false,
  baseText: textDigest('text 5'),
  isDeleted: false,
  saves: [],
  ...more,
})
const refused = (message = 'No') => new PlatformError('http', message, { status: 400 })
const gone = new PlatformError('http', 'Not found', { status: 404 })

interface Options extends Partial<Omit<Deps, 'draft'>> {
  text?: string
  /** Without a text, and saved on demand only. */
  isForm?: boolean
  /** With a text, and saved on demand only. */
  isOnDemand?: boolean
}

function setUp({ text = '', isForm = false, isOnDemand = false, ...deps }: Options = {}) {
  const host = createMemoryHost()
  const draft = createDrafts(host, () => undefined).open('1')
  if (text !== '') draft.set(text)
  const seen = {
    sent: [] as Sending<Fields>[],
    written: [] as DocumentRecord<Fields>[],
    saved: [] as Stored[],
    failed: [] as DocumentProblem[],
    touched: 0,
  }
  const answers = {
    send: async (sending: Sending<Fields>): Promise<Stored | 'read-only' | undefined> =>
      version('6', { ...sending.fields, text: sending.text, saveId: sending.saveId }),
    refusal: { type: 'refused' } as Refusal<Fields, Stored>,
    shared: undefined as DocumentRecord<Fields> | undefined,
  }
  const document = createDocument<Fields, Stored>({
    clock: host.clock,
    initial: INITIAL,
    record: undefined,
    write: (record) => void seen.written.push(record),
    read: () => answers.shared,
    versionOf: ({ at, name, note, text: stored, saveId }) => ({
      version: at,
      fields: { name, note },
      text: stored,
      saveId,
    }),
    asksAbout: ['name'],
    send(sending) {
      seen.sent.push(sending)
      return answers.send(sending)
    },
    refusal: () => answers.refusal,
    saved: (stored) => void seen.saved.push(stored),
    failed: (problem) => void seen.failed.push(problem),
    ...(isForm ? {} : { draft }),
    ...(isForm || isOnDemand ? {} : { touch: () => void seen.touched++ }),
    ...deps,
  })
  document.$choice.listen(() => undefined)
  const type = (typed: string) => {
    draft.set(typed)
    document.textChanged()
  }
  const local = () => document.$local.get()
  const status = () => document.$status.get().status
  return { host, draft, document, seen, answers, type, local, status }
}

/** As it was read, at version 5. */
function opened(options: Options = {}) {
  const stage = setUp(options)
  stage.document.adopt(version('5'))
  stage.seen.written.length = 0
  return stage
}

/** A save whose answer waits. */
function held({ answers }: ReturnType<typeof setUp>) {
  const send = answers.send
  let go = (_answer?: Stored | Error) => {}
  answers.send = (sending) =>
    new Promise((resolve, reject) => {
      go = (answer) => {
        answers.send = send
        if (answer instanceof Error) reject(answer)
        else if (answer) resolve(answer)
        else resolve(send(sending))
      }
    })
  return (answer?: Stored | Error) => go(answer)
}

test.each<[string, Options, { status: string; needsSave: boolean; isNew: boolean; touched: number }]>([
  ['of which nothing is known', {}, { status: 'loading', needsSave: false, isNew: false, touched: 0 }],
  ['new and empty', { isNew: true }, { status: 'ready', needsSave: false, isNew: true, touched: 0 }],
  [
    'new with a text',
    { isNew: true, text: 'x' },
    { status: 'ready', needsSave: true, isNew: true, touched: 1 },
  ],
  [
    'whose text alone is here',
    { text: 'x' },
    { status: 'loading', needsSave: false, isNew: false, touched: 0 },
  ],
  [
    'unsaved, without a text',
    { record: recorded({ needsSave: true }) },
    { status: 'ready', needsSave: true, isNew: false, touched: 1 },
  ],
  [
    'saved, without a text',
    { record: recorded() },
    { status: 'loading', needsSave: false, isNew: false, touched: 0 },
  ],
  [
    'saved, with its text',
    { record: recorded(), text: 'x' },
    { status: 'ready', needsSave: false, isNew: false, touched: 0 },
  ],
  [
    'that the platform never had',
    { record: recorded({ base: null }) },
    { status: 'ready', needsSave: false, isNew: true, touched: 0 },
  ],
  [
    'that was deleted',
    { record: recorded({ isDeleted: true, needsSave: true }), text: 'x' },
    { status: 'deleted', needsSave: true, isNew: false, touched: 0 },
  ],
])('at first, one %s', (_, options, { status, needsSave, isNew, touched }) => {
  const stage = setUp(options)
  expect(stage.document.$status.get()).toEqual({ status })
  expect(stage.local()).toMatchObject({ saving: 'IDLE', needsSave, isNotSavedInDatabaseYet: isNew })
  expect(stage.seen.touched).toBe(touched)
})

test('what a record says is there again: what is stored, what was typed, on which version', () => {
  const changed = { fields: { name: 'Mine', note: 'n' }, changed: ['name'], from: { name: 'Old' } }
  const { local } = setUp({ record: recorded({ ...changed, isTextChanged: true, needsSave: true }) })
  expect(local()).toEqual({
    stored: { name: 'Old', note: 'n' },
    typed: { name: 'Mine' },
    base: '5',
    isTextChanged: true,
    baseText: textDigest('text 5'),
    saving: 'IDLE',
    needsSave: true,
    isNotSavedInDatabaseYet: false,
  })
})

test('without a record it begins with its first values', () => {
  const first = { stored: INITIAL, typed: {}, base: null, baseText: null }
  expect(setUp({ isNew: true }).local()).toMatchObject({ ...first, isTextChanged: true })
  expect(setUp().local()).toMatchObject({ ...first, isTextChanged: false })
})

test('a save sends what was changed, on which version, and is known before it is sent', async () => {
  const stage = opened()
  stage.document.update({ name: 'Mine', note: '' })
  stage.type('my text')
  const written = () => stage.seen.written.at(-1)
  let atSending: DocumentRecord<Fields> | undefined
  const { send } = stage.answers
  stage.answers.send = (sending) => {
    atSending = written()
    return send(sending)
  }
  expect(await stage.document.save()).toEqual({ type: 'done' })
  const [sending] = stage.seen.sent
  expect(sending).toEqual({
    fields: { name: 'Mine', note: '' },
    text: 'my text',
    changed: new Set(['name']),
    isTextChanged: true,
    base: '5',
    saveId: expect.any(String),
    afterSaves: [],
  })
  expect(atSending).toEqual(
    recorded({
      fields: { name: 'Mine', note: '' },
      needsSave: true,
      changed: ['name'],
      from: { name: 'Stored' },
      isTextChanged: true,
      saves: [sending?.saveId ?? ''],
    }),
  )
  expect(stage.seen.saved).toMatchObject([{ at: '6', name: 'Mine' }])
  expect(stage.local()).toMatchObject({ stored: { name: 'Mine' }, typed: {}, base: '6', saving: 'IDLE' })
  expect(stage.local()).toMatchObject({ needsSave: false, isTextChanged: false, problem: undefined })
  expect(written()).toMatchObject({ base: '6', needsSave: false, changed: [], from: {} })
})

test('the last ten saves of all windows are remembered', async () => {
  const stage = opened({ record: recorded({ saves: ['a'] }), text: 'x' })
  stage.answers.shared = recorded({ saves: ['a', 'b', ...'cdefghijk'] })
  stage.type('more')
  await stage.document.save()
  expect(stage.seen.sent[0]?.afterSaves).toEqual([...'bcdefghijk'])
  const saves = stage.seen.written.at(-1)?.saves ?? []
  expect(saves).toHaveLength(10)
  expect(saves.at(-1)).toBe(stage.seen.sent[0]?.saveId)
})

test('nothing to save is saved, and nothing is sent', async () => {
  const { document, seen } = opened()
  expect(await document.save()).toEqual({ type: 'done' })
  expect(seen.sent).toEqual([])
})

test('what was deleted waits, and is not sent', async () => {
  const { document, seen } = setUp({ record: recorded({ isDeleted: true, needsSave: true }), text: 'x' })
  expect(await document.save()).toEqual({ type: 'waiting' })
  expect(seen.sent).toEqual([])
})

test('one save at a time', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('one')
  const saving = stage.document.save()
  expect(stage.local()).toMatchObject({ saving: 'UPDATING', needsSave: false })
  stage.type('two')
  expect(await stage.document.save()).toEqual({ type: 'waiting' })
  answer()
  expect(await saving).toEqual({ type: 'done' })
  expect(stage.seen.sent).toHaveLength(1)
})

test('what is typed during a save is saved afterwards', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('one')
  const saving = stage.document.save()
  stage.type('two')
  const before = stage.seen.touched
  answer()
  await saving
  expect(stage.local()).toMatchObject({ isTextChanged: true, needsSave: true, saving: 'IDLE' })
  expect(stage.seen.touched).toBe(before + 1)
  await stage.document.save()
  expect(stage.seen.sent.map(({ text }) => text)).toEqual(['one', 'two'])
  expect(stage.seen.touched).toBe(before + 1)
})

test('a form without a text sends none, and is not told to save itself', async () => {
  const stage = setUp({ isForm: true })
  stage.document.adopt(version('5', { text: null }))
  stage.document.update({ name: 'Mine' })
  stage.answers.send = async () => version('6', { name: 'Mine', text: null })
  expect(await stage.document.save()).toEqual({ type: 'done' })
  expect(stage.seen.sent).toMatchObject([{ text: null }])
  expect(stage.local()).toMatchObject({ isTextChanged: false, baseText: null })
})

test('after its end it neither sends nor writes', async () => {
  const stage = opened()
  stage.type('one')
  stage.seen.written.length = 0
  stage.document.dispose()
  expect(await stage.document.save()).toEqual({ type: 'waiting' })
  stage.document.update({ name: 'Mine' })
  expect(stage.seen.sent).toEqual([])
  expect(stage.seen.written).toEqual([])
})

test('an objection is told without sending', async () => {
  const problem: DocumentProblem = { type: 'refused', message: 'A shared query is in no folder' }
  const { document, seen, local, type } = opened({
    objection: ({ name }) => (name === 'Bad' ? problem : undefined),
  })
  document.update({ name: 'Bad' })
  expect(await document.save()).toEqual({ type: 'failed', problem })
  expect(seen.sent).toEqual([])
  expect(local()).toMatchObject({ saving: 'UPDATING_FAILED', needsSave: true, problem })
  type('x')
  document.update({ name: 'Good' })
  expect(await document.save()).toEqual({ type: 'done' })
  expect(local().problem).toBeUndefined()
})

test('a role that may only read is told so, and asked again by the next save', async () => {
  const { document, seen, answers, local, type } = opened()
  answers.send = async () => 'read-only'
  type('x')
  expect(await document.save()).toEqual({ type: 'failed', problem: { type: 'read-only' } })
  expect(seen.saved).toEqual([])
  expect(local()).toMatchObject({ saving: 'UPDATING_FAILED', needsSave: true })
  await document.save()
  expect(seen.sent).toHaveLength(2)
})

test('where a prerequisite is missing, it waits as if nothing was tried', async () => {
  const { document, seen, answers, local, type } = opened()
  answers.send = async () => undefined
  type('x')
  expect(await document.save()).toEqual({ type: 'waiting' })
  expect(seen.saved).toEqual([])
  expect(local()).toMatchObject({ saving: 'IDLE', needsSave: true })
  expect(local().problem).toBeUndefined()
  await document.save()
  expect(seen.sent).toHaveLength(2)
})

/** The next save is refused; later ones are accepted. */
function refuseOnce(
  { answers }: ReturnType<typeof setUp>,
  refusal: Refusal<Fields, Stored>,
  error = refused(),
) {
  const { send } = answers
  answers.refusal = refusal
  answers.send = async () => {
    answers.send = send
    throw error
  }
}

test('a refusal is told with the platform’s sentence', async () => {
  const stage = opened()
  const error = refused('Too large')
  refuseOnce(stage, { type: 'refused' }, error)
  stage.type('x')
  const problem = { type: 'refused', message: 'Too large' }
  expect(await stage.document.save()).toEqual({ type: 'failed', problem, error })
  expect(stage.seen.failed).toEqual([problem])
  expect(stage.local()).toMatchObject({ saving: 'UPDATING_FAILED', needsSave: true, problem })
  expect(stage.status()).toBe('ready')
  stage.host.clock.advance(60_000)
  expect(stage.seen.sent).toHaveLength(1)
  expect(await stage.document.save()).toEqual({ type: 'done' })
})

test('an answer that did not come in time has no sentence', async () => {
  const stage = opened()
  refuseOnce(stage, { type: 'refused' }, new PlatformError('aborted', 'The call was aborted'))
  stage.type('x')
  await stage.document.save()
  expect(stage.seen.failed).toEqual([{ type: 'refused' }])
})

test('what was deleted meanwhile is kept here as deleted', async () => {
  const stage = opened()
  refuseOnce(stage, { type: 'deleted' })
  stage.type('x')
  await stage.document.save()
  expect(stage.document.$status.get()).toEqual({ status: 'deleted' })
  expect(stage.seen.failed).toMatchObject([{ type: 'deleted' }])
})

test('a save that may succeed later is tried again, ever later, until it did', async () => {
  const stage = opened()
  const error = refused()
  stage.answers.refusal = { type: 'again-later' }
  const { send } = stage.answers
  stage.answers.send = async () => {
    throw error
  }
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  stage.type('x')
  await stage.document.save()
  for (const [wait, sent] of [
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
  ] as const) {
    stage.host.clock.advance(wait)
    await settle()
    expect(stage.seen.sent).toHaveLength(sent)
  }
  stage.answers.send = send
  stage.host.clock.advance(4000)
  await settle()
  expect(stage.local()).toMatchObject({ needsSave: false, saving: 'IDLE' })
  refuseOnce(stage, { type: 'again-later' })
  stage.type('y')
  await stage.document.save()
  stage.host.clock.advance(1000)
  await settle()
  expect(stage.seen.sent.map(({ text }) => text)).toEqual(['x', 'x', 'x', 'x', 'y', 'y'])
})

test('a document without autosave, or one that has ended, is not tried again', async () => {
  const form = opened({ isForm: true })
  refuseOnce(form, { type: 'again-later' })
  form.document.update({ name: 'Mine' })
  await form.document.save()
  const ended = opened()
  refuseOnce(ended, { type: 'again-later' })
  ended.type('x')
  await ended.document.save()
  ended.document.dispose()
  for (const { host, seen } of [form, ended]) {
    host.clock.advance(60_000)
    expect(seen.sent).toHaveLength(1)
  }
})

test('a save by hand ends the wait for the next attempt', async () => {
  const stage = opened()
  refuseOnce(stage, { type: 'again-later' })
  stage.type('x')
  await stage.document.save()
  await stage.document.save()
  stage.type('y')
  stage.host.clock.advance(60_000)
  expect(stage.seen.sent).toHaveLength(2)
})

test('a save that needs a change is repeated with it', async () => {
  const stage = opened()
  stage.document.update({ name: 'Mine' })
  refuseOnce(stage, { type: 'save-with', changes: { note: 'moved' } })
  expect(await stage.document.save()).toEqual({ type: 'done' })
  expect(stage.seen.sent[1]).toMatchObject({ fields: { name: 'Mine', note: 'moved' } })
  expect(stage.seen.failed).toEqual([])
  expect(stage.local()).toMatchObject({ saving: 'IDLE', needsSave: false })
})

test.each<[string, (stage: ReturnType<typeof setUp>) => Partial<Stored>]>([
  ['was made by a save of this device', ({ seen }) => ({ saveId: seen.sent[0]?.saveId ?? '' })],
  ['was made by another window’s save', () => ({ saveId: 'theirs' })],
  ['has a text that was sent from here', () => ({ text: 'mine' })],
  ['is the base of another window', () => ({ at: '9' })],
  ['changed another field', () => ({ name: 'Stored', note: 'theirs', text: 'text 5' })],
  ['changed the same field to the same', () => ({ name: 'Mine', text: 'text 5' })],
])('a version that %s is no conflict: the save is repeated on it', async (_, more) => {
  const stage = opened()
  stage.answers.shared = recorded({ saves: ['theirs'], base: '9' })
  stage.document.update({ name: 'Mine' })
  stage.type('mine')
  const { send } = stage.answers
  stage.answers.send = async () => {
    stage.answers.send = send
    stage.answers.refusal = {
      type: 'conflict',
      stored: version('7', { name: 'Theirs', text: 'theirs', ...more(stage) }),
    }
    throw refused()
  }
  expect(await stage.document.save()).toEqual({ type: 'done' })
  expect(stage.document.$choice.get()).toBeNull()
  expect(stage.seen.sent[1]).toMatchObject({ fields: { name: 'Mine' }, text: 'mine' })
  expect(stage.seen.sent[1]?.base).not.toBe('5')
})

test('their text is taken, when none was typed here; a field that both changed last wins where it is not asked about', async () => {
  const stage = opened()
  stage.document.update({ note: 'mine' })
  refuseOnce(stage, { type: 'conflict', stored: version('7', { note: 'theirs', text: 'theirs' }) })
  expect(await stage.document.save()).toEqual({ type: 'done' })
  expect(stage.draft.$text.get()).toBe('theirs')
  expect(stage.seen.sent[1]).toMatchObject({ fields: { note: 'mine' }, text: 'theirs', base: '7' })
})

/** Both typed a text and a name. */
async function conflicted(options: Options = {}) {
  const stage = opened(options)
  const theirs = version('7', { name: 'Theirs', text: 'theirs' })
  stage.document.update({ name: 'Mine' })
  if (!options.isForm) stage.type('mine')
  refuseOnce(stage, { type: 'conflict', stored: theirs })
  const outcome = await stage.document.save()
  return { ...stage, theirs, outcome }
}

test('two versions are a choice, and nothing is saved before it', async () => {
  const { document, seen, theirs, outcome, local } = await conflicted()
  expect(outcome).toMatchObject({ type: 'failed', problem: { type: 'conflict' } })
  const choice = { by: 'other', theirs, fields: ['name'], isTextInConflict: true }
  expect(document.$choice.get()).toEqual(choice)
  expect(await document.save()).toEqual({ type: 'waiting' })
  document.adopt(version('8'))
  expect(document.$choice.get()).toEqual(choice)
  expect(local().base).toBe('5')
  expect(seen.sent).toHaveLength(1)
})

test('mine is kept by saving it over theirs', async () => {
  const { document, seen, draft } = await conflicted()
  expect(await document.keepMine()).toEqual({ type: 'done' })
  expect(seen.sent[1]).toMatchObject({ base: '7', fields: { name: 'Mine' }, text: 'mine' })
  expect(document.$choice.get()).toBeNull()
  expect(draft.$text.get()).toBe('mine')
})

test.each(['takeTheirs', 'revert'] as const)('theirs is taken whole by %s', async (how) => {
  const { document, seen, draft, local } = await conflicted()
  document[how]()
  expect(document.$choice.get()).toBeNull()
  expect(draft.$text.get()).toBe('theirs')
  expect(local()).toMatchObject({ stored: { name: 'Theirs' }, typed: {}, base: '7', needsSave: false })
  expect(local().problem).toBeUndefined()
  expect(seen.sent).toHaveLength(1)
})

test('in a form, typing the stored value ends the choice, and theirs is shown', async () => {
  const { document, local } = await conflicted({ isForm: true })
  document.update({ name: 'Stored' })
  expect(document.$choice.get()).toBeNull()
  expect(local()).toMatchObject({ stored: { name: 'Theirs' }, typed: {}, needsSave: false })
})

test('a form needs a save while it differs', () => {
  const { document, local, seen } = setUp({ isForm: true })
  document.update({ name: 'Mine' })
  expect(local()).toMatchObject({ needsSave: true, typed: { name: 'Mine' } })
  document.update({ name: 'Untitled' })
  expect(local()).toMatchObject({ needsSave: false, typed: {} })
  expect(seen.touched).toBe(0)
})

test('where two windows typed, neither text is saved before the choice', async () => {
  const stage = opened()
  const key = 'basedeck:draft:1'
  stage.type('mine')
  const atTyping = stage.seen.touched
  stage.host.storage.writeElsewhere(key, 'theirs')
  expect(stage.seen.touched).toBe(atTyping)
  expect(stage.document.$choice.get()).toEqual({ by: 'window', text: 'theirs' })
  expect(await stage.document.save()).toEqual({ type: 'waiting' })
  const before = stage.seen.touched
  expect(await stage.document.keepMine()).toEqual({ type: 'waiting' })
  expect(stage.document.$choice.get()).toBeNull()
  expect(stage.seen.touched).toBe(before + 1)
  expect(stage.draft.$text.get()).toBe('mine')
  stage.type('mine again')
  stage.host.storage.writeElsewhere(key, 'theirs again')
  const touched = stage.seen.touched
  stage.document.takeTheirs()
  expect(stage.draft.$text.get()).toBe('theirs again')
  expect(stage.seen.touched).toBe(touched + 1)
})

test('a text that is saved on demand waits in each window for its save, also after a choice', async () => {
  const { document, draft, host, type, local } = opened({ isOnDemand: true })
  type('mine')
  host.storage.writeElsewhere('basedeck:draft:1', 'theirs')
  expect(await document.save()).toEqual({ type: 'waiting' })
  document.takeTheirs()
  expect(draft.$text.get()).toBe('theirs')
  expect(local()).toMatchObject({ needsSave: true, saving: 'IDLE' })
  expect(await document.save()).toEqual({ type: 'done' })
})

test('a save that meets a choice between windows waits for it, and is not under way', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('mine')
  const saving = stage.document.save()
  stage.host.storage.writeElsewhere('basedeck:draft:1', 'theirs')
  stage.answers.refusal = { type: 'conflict', stored: version('7', { name: 'Other', text: 'text 5' }) }
  answer(refused())
  expect(await saving).toEqual({ type: 'waiting' })
  expect(stage.local()).toMatchObject({ saving: 'IDLE', needsSave: true, base: '7' })
})

test('what is typed in a form during its save is still to be saved', async () => {
  const stage = opened({ isForm: true })
  const answer = held(stage)
  stage.document.update({ name: 'Mine' })
  const saving = stage.document.save()
  stage.document.update({ name: 'Mine', note: 'more' })
  answer()
  expect(await saving).toEqual({ type: 'done' })
  expect(stage.local()).toMatchObject({ typed: { note: 'more' }, needsSave: true, base: '6' })
})

test('a form that was saved asks when another person changes the same afterwards', async () => {
  const stage = opened({ isForm: true })
  stage.document.update({ name: 'Mine' })
  expect(await stage.document.save()).toEqual({ type: 'done' })
  stage.document.update({ name: 'Mine again' })
  stage.document.adopt(version('7', { name: 'Theirs', text: null }))
  expect(stage.document.$choice.get()).toMatchObject({ by: 'other', fields: ['name'] })
})

test('a choice between windows where nothing waits to be saved begins no save', async () => {
  const stage = opened()
  stage.draft.set('mine')
  stage.host.storage.writeElsewhere('basedeck:draft:1', 'theirs')
  stage.document.takeTheirs()
  expect(stage.seen.touched).toBe(0)
})

test('a text that is typed is saved once it rests', () => {
  const { local, seen, type } = opened()
  type('a')
  expect(local()).toMatchObject({ needsSave: true, isTextChanged: true })
  const written = seen.written.length
  type('ab')
  expect(seen.touched).toBe(2)
  expect(seen.written).toHaveLength(written)
})

test('a text is marked as changed also where a field waits to be saved', () => {
  const { document, local, type } = opened()
  document.update({ name: 'Mine' })
  expect(local().isTextChanged).toBe(false)
  type('a')
  expect(local().isTextChanged).toBe(true)
})

test('the first version shows at once', () => {
  const { document, draft, local, seen } = setUp()
  document.adopt(version('5', { name: 'Sales' }))
  expect(document.$status.get()).toEqual({ status: 'ready' })
  expect(draft.$text.get()).toBe('text 5')
  expect(local()).toMatchObject({ stored: { name: 'Sales' }, base: '5', needsSave: false })
  expect(seen.touched).toBe(0)
})

test('a version without a text leaves the draft alone, also where it is taken', async () => {
  const { document, draft } = setUp({ text: 'here' })
  document.adopt(version('5', { text: null }))
  expect(draft.$text.get()).toBe('here')
  const stage = opened()
  stage.document.update({ name: 'Mine' })
  refuseOnce(stage, { type: 'conflict', stored: version('7', { name: 'Theirs', text: null }) })
  await stage.document.save()
  stage.document.takeTheirs()
  expect(stage.local()).toMatchObject({ stored: { name: 'Theirs' }, typed: {} })
  expect(stage.draft.$text.get()).toBe('text 5')
})

test('a new one in which nothing was typed takes what is stored, and asks nothing', () => {
  const { document, draft, local } = setUp({ isNew: true })
  document.adopt(version('5'))
  expect(document.$choice.get()).toBeNull()
  expect(draft.$text.get()).toBe('text 5')
  expect(local()).toMatchObject({ stored: { name: 'Stored' }, base: '5', needsSave: false })
})

test('the known version is taken again where its fields differ, such as a mark that is no version', () => {
  const { document, local, seen, draft } = opened()
  document.adopt(version('5'))
  expect(seen.written).toEqual([])
  document.adopt(version('5', { note: 'marked', text: 'not taken' }))
  expect(local().stored.note).toBe('marked')
  expect(draft.$text.get()).toBe('text 5')
})

test('during a save a newer version is only remembered', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('mine')
  const saving = stage.document.save()
  stage.document.adopt(version('6', { name: 'Other' }))
  expect(stage.local()).toMatchObject({ base: '5', saving: 'UPDATING' })
  answer(refused())
  await saving
  stage.document.revert()
  expect(stage.local()).toMatchObject({ base: '6', stored: { name: 'Other' } })
})

test('a newer version meets what was typed: a choice where both changed the same', () => {
  const { document, local, type } = opened()
  type('mine')
  document.adopt(version('6'))
  expect(document.$choice.get()).toMatchObject({ by: 'other', isTextInConflict: true })
  expect(local()).toMatchObject({ problem: { type: 'conflict' }, saving: 'UPDATING_FAILED', base: '5' })
})

test('a newer version meets what was typed: both stay where they differ in other places', () => {
  const { document, local, draft, seen, type } = opened()
  type('mine')
  const before = seen.touched
  document.adopt(version('6', { name: 'Theirs', text: 'text 5' }))
  expect(document.$choice.get()).toBeNull()
  expect(local()).toMatchObject({ stored: { name: 'Theirs' }, base: '6', needsSave: true })
  expect(draft.$text.get()).toBe('mine')
  expect(seen.touched).toBe(before + 1)
})

test('a newer version of our own is no choice', () => {
  const { document, answers, type } = opened()
  answers.shared = recorded({ saves: ['ours'] })
  type('mine')
  document.adopt(version('6', { saveId: 'ours' }))
  expect(document.$choice.get()).toBeNull()
})

test.each([
  ['known', textDigest('text 5')],
  ['not known', null],
])(
  'a restored document whose version is still the stored one, its text %s, is ready, and is saved',
  (_, baseText) => {
    const { document, seen, draft, local } = setUp({
      record: recorded({ needsSave: true, isTextChanged: true, isDeleted: true, baseText }),
      text: 'mine',
    })
    document.adopt(version('5'))
    expect(document.$status.get()).toEqual({ status: 'ready' })
    expect(document.$choice.get()).toBeNull()
    expect(draft.$text.get()).toBe('mine')
    expect(local().needsSave).toBe(true)
    expect(seen.touched).toBe(1)
  },
)

test.each<[string, Options, string, number]>([
  ['unknown', {}, 'missing', 0],
  ['saved before', { record: recorded(), text: 'x' }, 'deleted', 1],
  ['new and changed', { isNew: true, text: 'x' }, 'ready', 0],
  ['new and unchanged', { isNew: true }, 'deleted', 1],
  ['saved before, and changed', { record: recorded({ needsSave: true }), text: 'x' }, 'deleted', 1],
])('not found: one %s', (_, options, status, written) => {
  const { document, seen } = setUp(options)
  document.missed(gone, () => {})
  expect(document.$status.get()).toEqual({ status })
  expect(seen.written).toHaveLength(written)
  if (written > 0) expect(seen.written[0]).toMatchObject({ isDeleted: true })
})

test('one that was read here, and is gone, was deleted', () => {
  const { document, seen } = opened()
  document.missed(gone, () => {})
  expect(document.$status.get()).toEqual({ status: 'deleted' })
  expect(seen.written).toEqual([])
})

test('another refusal is told only while nothing is shown', () => {
  const retry = () => {}
  const error = refused()
  const { document } = setUp()
  document.missed(error, retry)
  expect(document.$status.get()).toEqual({ status: 'failed', error, retry })
  const shown = opened()
  shown.document.missed(error, retry)
  expect(shown.document.$status.get()).toEqual({ status: 'ready' })
})

test.each<[string, Partial<DocumentRecord<Fields>>, object]>([
  [
    'a newer version',
    { base: '6', baseText: 'digest', fields: { name: 'New', note: '' } },
    { base: '6', baseText: 'digest', stored: { name: 'New' }, typed: {}, isNotSavedInDatabaseYet: false },
  ],
  [
    'what was typed on the same version',
    { fields: { name: 'Typed', note: '' }, changed: ['name'], from: { name: 'Stored' } },
    { base: '5', stored: { name: 'Stored' }, typed: { name: 'Typed' } },
  ],
  [
    'what was typed on an older version',
    { base: '4', fields: { name: 'Typed', note: 'old' }, changed: ['name'], from: { name: 'Older' } },
    { base: '5', stored: { name: 'Stored', note: '' }, typed: { name: 'Typed' } },
  ],
  [
    'a record without a version',
    { base: null, fields: { name: 'Untitled', note: '' } },
    { base: '5', stored: { name: 'Stored' }, typed: {} },
  ],
])('another window wrote %s', (_, more, expected) => {
  const { document, local } = opened()
  document.follow(recorded(more))
  expect(local()).toMatchObject(expected)
})

test('typing here stays when another window wrote on an older version', () => {
  const { document, local } = opened()
  document.update({ note: 'mine' })
  document.follow(recorded({ base: '4' }))
  expect(local().typed).toEqual({ note: 'mine' })
  document.follow(recorded())
  expect(local().typed).toEqual({})
})

test('the first version that another window saved is one here too', () => {
  const { document, local } = setUp({ isNew: true, text: 'x' })
  document.follow(recorded({ base: null }))
  expect(local()).toMatchObject({ base: null, isNotSavedInDatabaseYet: true })
  document.follow(recorded({ base: '5' }))
  expect(local()).toMatchObject({ base: '5', isNotSavedInDatabaseYet: false, needsSave: true })
})

test('a form that follows another window needs a save while something is typed', () => {
  const typed = { fields: { name: 'Typed', note: '' }, changed: ['name'], from: { name: 'Stored' } }
  const { document, local } = opened({ isForm: true })
  document.follow(recorded(typed))
  expect(local().needsSave).toBe(true)
  document.follow(recorded())
  expect(local().needsSave).toBe(false)
})

test('a document that saves itself keeps its own need when it follows another window', () => {
  const { document, local } = opened()
  document.follow(
    recorded({ fields: { name: 'Typed', note: '' }, changed: ['name'], from: { name: 'Stored' } }),
  )
  expect(local().needsSave).toBe(false)
})

test('windows agree on whether it was deleted', () => {
  const { document, seen } = opened()
  document.follow(recorded({ isDeleted: true }))
  expect(document.$status.get()).toEqual({ status: 'deleted' })
  document.follow(recorded({ isDeleted: false }))
  expect(document.$status.get()).toEqual({ status: 'ready' })
  expect(seen.written).toEqual([])
  const loading = setUp()
  loading.document.follow(recorded())
  expect(loading.document.$status.get()).toEqual({ status: 'loading' })
})

test('a deletion, and its undoing, is written', () => {
  const { document, seen } = opened()
  document.setDeleted(true)
  expect(document.$status.get()).toEqual({ status: 'deleted' })
  expect(seen.written.at(-1)).toMatchObject({ isDeleted: true })
  document.setDeleted(false)
  expect(document.$status.get()).toEqual({ status: 'ready' })
  expect(seen.written.at(-1)).toMatchObject({ isDeleted: false })
})

test('blanks that are not sent are neither a change nor a conflict', async () => {
  const normal = ({ name, note }: Fields) => ({ name: name.trim(), note: note.trim() })
  const { document, seen } = opened({ normal })
  document.update({ name: ' Stored ' })
  await document.save()
  expect(seen.sent[0]).toMatchObject({ fields: { name: 'Stored' }, changed: new Set() })
  const other = opened({ normal })
  other.document.update({ name: 'Theirs ' })
  refuseOnce(other, { type: 'conflict', stored: version('7', { name: ' Theirs', text: 'text 5' }) })
  expect(await other.document.save()).toEqual({ type: 'done' })
  expect(other.document.$choice.get()).toBeNull()
})

test('a form is no text: a new one needs no save, and a stored one is shown when it is read', () => {
  expect(setUp({ isForm: true, isNew: true }).local().needsSave).toBe(false)
  const stored = setUp({ isForm: true, record: recorded() })
  expect(stored.status()).toBe('loading')
  stored.document.textChanged()
  stored.document.textChanged()
  expect(stored.seen.touched).toBe(0)
  stored.document.takeTheirs()
  stored.document.adopt(version('6', { name: 'Shown', text: null }))
  expect(stored.local().stored.name).toBe('Shown')
})

test('a choice in a form has nothing between windows to keep', async () => {
  const { document, local } = opened({ isForm: true })
  document.update({ name: 'Mine' })
  expect(await document.keepMine()).toEqual({ type: 'waiting' })
  document.revert()
  expect(local().typed).toEqual({})
  const unread = setUp({ isForm: true })
  unread.document.update({ name: 'Mine' })
  unread.document.revert()
  expect(unread.local().typed).toEqual({ name: 'Mine' })
})

test('a document that saves itself does not take what is stored when its field is typed back', () => {
  const { document, seen, local } = opened()
  document.update({ name: 'Mine' })
  document.update({ name: 'Stored' })
  expect(local()).toMatchObject({ typed: {}, needsSave: true })
  expect(seen.touched).toBe(2)
})
