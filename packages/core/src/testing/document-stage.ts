/** A document against a platform that answers as told, for tests of what is sent, kept, taken, asked and tried again. */
import { PlatformError } from '@basedeck/platform-client'
import { textDigest } from '../rules/documents/document-saving.js'
import type { DocumentRecord } from '../sessions/documents/document-records.js'
import type { DocumentDeps, DocumentProblem, Refusal, Sending } from '../sessions/documents/document-types.js'
import { createDocument } from '../sessions/documents/document.js'
import { createDrafts } from '../sessions/documents/drafts.js'
import { createMemoryHost } from './memory-host.js'

export interface Fields {
  name: string
  note: string
}
export interface Stored extends Fields {
  at: string
  text: string | null
  saveId: string | null
}
type Deps = DocumentDeps<Fields, Stored>

export const INITIAL: Fields = { name: 'Untitled', note: '' }
export const version = (at: string, more: Partial<Stored> = {}): Stored => ({
  at,
  name: 'Stored',
  note: '',
  text: `text ${at}`,
  saveId: null,
  ...more,
})
export const recorded = (more: Partial<DocumentRecord<Fields>> = {}): DocumentRecord<Fields> => ({
  fields: { name: 'Stored', note: '' },
  base: '5',
  needsSave: false,
  changed: [],
  from: {},
  isTextChanged: false,
  baseText: textDigest('text 5'),
  isDeleted: false,
  isRefused: false,
  saves: [],
  ...more,
})
export const refused = (message = 'No') => new PlatformError('http', message, { status: 400 })
export const gone = new PlatformError('http', 'Not found', { status: 404 })

export interface Options extends Partial<Omit<Deps, 'draft'>> {
  text?: string
  /** Without a text, and saved on demand only. */
  isForm?: boolean
  /** With a text, and saved on demand only. */
  isOnDemand?: boolean
}

export function setUp({ text = '', isForm = false, isOnDemand = false, ...deps }: Options = {}) {
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
export function opened(options: Options = {}) {
  const stage = setUp(options)
  stage.document.adopt(version('5'))
  stage.seen.written.length = 0
  return stage
}

/** A save whose answer waits. */
export function held({ answers }: ReturnType<typeof setUp>) {
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

/** The next save is refused; later ones are accepted. */
export function refuseOnce(
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

/** Both typed a text and a name. */
export async function conflicted(options: Options = {}) {
  const stage = opened(options)
  const theirs = version('7', { name: 'Theirs', text: 'theirs' })
  stage.document.update({ name: 'Mine' })
  if (!options.isForm) stage.type('mine')
  refuseOnce(stage, { type: 'conflict', stored: theirs })
  const outcome = await stage.document.save()
  return { ...stage, theirs, outcome }
}
