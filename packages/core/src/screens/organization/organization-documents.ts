/** `/org/{slug}/documents`: files for the members of an organization. */
import {
  DOCUMENT_MAX_BYTES,
  documentDescription,
  documentName,
  type OrganizationDocument,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { object, optional } from 'valibot'
import { documentCreation, documentDeletion, documentsQuery, documentUrl } from '../../data/documents.js'
import { base64Of } from '../../kernel/base64.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList, type SortValues } from '../../kernel/sorting.js'
import type { InputFile } from '../../ports/index.js'
import { sizeText } from '../../rules/results/bytes.js'
import { controlState, type ControlState } from '../../sessions/account/rights.js'
import { documentsText as text } from '../../text/documents.js'
import type { Needs } from '../context.js'

/** A document as its row shows it. */
export interface DocumentRow extends OrganizationDocument {
  typeLabel: string
  sizeLabel: string
}

/** The page of an organization's documents. */
export interface OrganizationDocumentsScreen extends Disposable {
  readonly title: string
  readonly documents: SortedList<DocumentRow>
  readonly $mayUpload: ReadableAtom<ControlState>
  readonly $mayDelete: ReadableAtom<ControlState>
  readonly $isUploading: ReadableAtom<boolean>
  readonly form: Form<{ name: string; description?: string | undefined }>
  /** The file that was chosen: its name and size; null: none. */
  readonly $file: ReadableAtom<string | null>
  /** Why the chosen file can't be uploaded, or that one is missing; null: nothing. */
  readonly $problem: ReadableAtom<string | null>
  /** Whether the host lets the user choose a file. */
  readonly canChoose: boolean
  upload(): void
  closeUpload(): void
  choose(): Promise<void>
  download(row: DocumentRow): void
  readonly deletion: Confirmation<DocumentRow>
}

const VALUES: SortValues<DocumentRow> = {
  name: ({ name }) => name,
  type: ({ typeLabel }) => typeLabel,
  size: ({ size }) => size,
  added: ({ inserted_at }) => inserted_at,
}

export function createOrganizationDocuments(
  context: Needs<'host' | 'client' | 'queries'>,
  { slug, title }: { slug: string; title: string },
): OrganizationDocumentsScreen {
  const { client, queries, host } = context
  const may = (action: 'create' | 'delete', hint: string) =>
    controlState(context, { action, resource: 'documents', organizationSlug: slug }, hint)
  const $mayUpload = may('create', text.mayNotUpload)
  const $isUploading = atom(false)
  const $chosen = atom<InputFile | null>(null)
  const $problem = atom<string | null>(null)
  const deleting = createMutation(queries, documentDeletion(client, slug))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const forget = () => {
    $chosen.set(null)
    $problem.set(null)
  }
  const form = createForm({
    schema: object({ name: documentName, description: optional(documentDescription) }),
    initial: { name: '', description: '' },
    async submit({ name, description }) {
      const content = await contentOf($chosen.get())
      if (content === null) return $problem.set(text.unreadable(name))
      const body = { name, content, ...(description === undefined ? {} : { description }) }
      await mutate(queries, documentCreation(client, slug), body)
      $isUploading.set(false)
      forget()
      success(text.uploaded(name))
    },
  })
  const { submit } = form
  return {
    title,
    documents: createSortedList(
      computed(queries.store(documentsQuery(client, slug)), (remote): Remote<DocumentRow[]> =>
        remote.status === 'ready' ? { ...remote, data: remote.data.map(rowOf) } : remote,
      ),
      VALUES,
      { largestFirst: ['size', 'added'] },
    ),
    $mayUpload,
    $mayDelete: may('delete', text.mayNotDelete),
    $isUploading,
    form: {
      ...form,
      async submit() {
        if ($chosen.get() !== null) return submit()
        $problem.set(text.chooseFirst)
        return { type: 'invalid' }
      },
    },
    $file: computed($chosen, (file) => file && `${file.name} (${sizeText(file.sizeBytes)})`),
    $problem,
    canChoose: host.files.choose !== undefined,
    upload: () => !$mayUpload.get().disabled && $isUploading.set(true),
    closeUpload() {
      $isUploading.set(false)
      forget()
    },
    async choose() {
      const file = await host.files.choose?.([])
      if (!file) return
      const problem = problemOf(file)
      $problem.set(problem)
      $chosen.set(problem === null ? file : null)
      if (problem === null) form.set('name', file.name)
    },
    download: ({ id, name }) => host.files.download?.({ url: documentUrl(client, slug, id), name }),
    deletion: createConfirmation(async ({ id, name }) => {
      const outcome = await deleting.run({ id })
      if (outcome.type === 'done') success(text.deleted(name))
      return outcome
    }),
    dispose: forget,
  }
}

function problemOf({ name, sizeBytes }: InputFile): string | null {
  if (sizeBytes === 0) return text.empty(name)
  return sizeBytes > DOCUMENT_MAX_BYTES ? text.tooLarge(name) : null
}

/** Null when it can't be read: it was changed or moved since. */
async function contentOf(file: InputFile | null): Promise<string | null> {
  try {
    const bytes = file?.blob
      ? new Uint8Array(await file.blob.arrayBuffer())
      : new TextEncoder().encode((await file?.text()) ?? '')
    return bytes.length === 0 ? null : base64Of(bytes)
  } catch {
    return null
  }
}

function rowOf(document: OrganizationDocument): DocumentRow {
  return {
    ...document,
    typeLabel: text.types[document.type] ?? text.otherType,
    sizeLabel: sizeText(document.size),
  }
}
