/** `/project/{ref}/integrations/vault/overview`: the secrets of a project. Values are kept by this page alone. */
import { newSecret, secretName, secretValue, type VaultSecret } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { lazy, object, string } from 'valibot'
import { secretDeletion, secretReveal, secretUpdate, secretCreation, vaultQuery } from '../../data/vault.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { defined } from '../../kernel/defined.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList, type SortValues } from '../../kernel/sorting.js'
import type { PermissionRequest } from '../../rules/access/access.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { errorText } from '../../text/errors.js'
import { vaultText as text } from '../../text/vault.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { createEnvPaste, type EnvPaste } from './env-paste.js'

/** One secret as its row shows it. */
export interface SecretRow {
  id: string
  name: string
  description: string
  /** The value, where it was asked for; else dots. */
  shown: string
  isShown: boolean
  madeAt: string
  changedAt: string
  madeBy: string | null
  changedBy: string | null
}

/** The page of a project's secrets. */
export interface VaultScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly secrets: SortedList<SecretRow>
  /** Whether there is a secret at all, whatever is searched for. */
  readonly $isEmpty: ReadableAtom<boolean>
  /** Where they are kept, as a sentence; null while that is unknown. */
  readonly $keptIn: ReadableAtom<string | null>
  readonly $search: ReadableAtom<string>
  search(words: string): void
  readonly $mayReveal: ReadableAtom<ControlState>
  readonly $mayCreate: ReadableAtom<ControlState>
  readonly $mayUpdate: ReadableAtom<ControlState>
  readonly $mayDelete: ReadableAtom<ControlState>
  /** Shows the value, or hides it again. */
  toggle(row: SecretRow): Promise<void>
  /** Copies the value, also of one that is not shown. */
  copy(row: SecretRow): Promise<boolean>
  readonly $isAdding: ReadableAtom<boolean>
  readonly addition: Form<{ name: string; value: string; description?: string | undefined }>
  add(): void
  closeAdd(): void
  /** The secret that is being changed; null: none. */
  readonly $editing: ReadableAtom<SecretRow | null>
  readonly edition: Form<{ name: string; value: string; description: string }>
  edit(row: SecretRow): void
  closeEdit(): void
  readonly paste: EnvPaste
  readonly deletion: Confirmation<SecretRow>
}

const DOTS = '•'.repeat(12)

const VALUES: SortValues<SecretRow> = {
  name: ({ name }) => name,
  made: ({ madeAt }) => madeAt,
  changed: ({ changedAt }) => changedAt,
}

export function createVault(
  context: Needs<'host' | 'client' | 'queries'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): VaultScreen {
  const { client, queries, host } = context
  const $contents = behindGate<Remote<{ kept_in: keyof typeof text.keptIn; secrets: VaultSecret[] }>>(
    gate,
    queries.store(vaultQuery(client, ref)),
    { status: 'loading' },
  )
  const $search = atom('')
  const $revealed = atom<Readonly<Record<string, string>>>({})
  const $isAdding = atom(false)
  const $editing = atom<SecretRow | null>(null)
  const revealing = secretReveal(client, ref)
  const deleting = createMutation(queries, secretDeletion(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const may = (action: PermissionRequest['action'], hint: string) =>
    projectControlState(context, ref, { action, resource: 'secrets' }, hint)
  const $mayCreate = may('create', text.mayNotChange)

  const hide = (id: string) => {
    const { [id]: _, ...others } = $revealed.get()
    $revealed.set(others)
  }
  /** Null when it could not be had, which the user was told. */
  async function valueOf({ id }: SecretRow): Promise<string | null> {
    try {
      return $revealed.get()[id] ?? (await mutate(queries, revealing, { id })).value
    } catch (error) {
      host.notifier.notify({ kind: 'error', message: errorText.title((error as Error).message) })
      return null
    }
  }

  return {
    title,
    gate,
    secrets: createSortedList(
      computed([$contents, $search, $revealed], (remote, search, revealed): Remote<SecretRow[]> => {
        if (remote.status !== 'ready') return remote
        const words = search.trim().toLowerCase()
        const data = remote.data.secrets
          .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words))
          .map((secret) => rowOf(secret, revealed[secret.id]))
        return { ...remote, data }
      }),
      VALUES,
      { largestFirst: ['made', 'changed'] },
    ),
    $isEmpty: computed($contents, (remote) => remote.status === 'ready' && remote.data.secrets.length === 0),
    $keptIn: computed($contents, (remote) =>
      remote.status === 'ready' ? text.keptIn[remote.data.kept_in] : null,
    ),
    $search,
    search: (words) => $search.set(words),
    $mayReveal: may('read', text.mayNotReveal),
    $mayCreate,
    $mayUpdate: may('update', text.mayNotChange),
    $mayDelete: may('delete', text.mayNotChange),
    async toggle(row) {
      if (row.isShown) return hide(row.id)
      const value = await valueOf(row)
      if (value !== null) $revealed.set({ ...$revealed.get(), [row.id]: value })
    },
    async copy(row) {
      const value = await valueOf(row)
      return value !== null && copyText(host, value)
    },
    $isAdding,
    addition: createForm({
      schema: newSecret,
      initial: { name: '', value: '', description: '' },
      blames: { secret_taken: 'name' },
      async submit(secret) {
        await mutate(queries, secretCreation(client, ref), { secrets: [secret] })
        $isAdding.set(false)
        success(text.added(secret.name))
      },
    }),
    add: () => !$mayCreate.get().disabled && $isAdding.set(true),
    closeAdd: () => $isAdding.set(false),
    $editing,
    edition: createForm({
      // A secret of the extension may have a name that this page would not give it.
      schema: object({
        name: lazy((typed) => (typed === $editing.get()?.name ? string() : secretName)),
        value: lazy((typed) => (typed === '' ? string() : secretValue)),
        description: string(),
      }),
      initial: { name: '', value: '', description: '' },
      blames: { secret_taken: 'name' },
      async submit({ name, value, description }) {
        const row = $editing.get()
        if (!row) return
        const body = defined({
          name: name === row.name ? undefined : name,
          value: value === '' ? undefined : value,
          description: description === row.description ? undefined : description,
        })
        if (Object.keys(body).length > 0)
          await mutate(queries, secretUpdate(client, ref), { id: row.id, body })
        hide(row.id)
        $editing.set(null)
        success(text.edited(name))
      },
    }),
    edit(row) {
      this.edition.reset()
      this.edition.start({ name: row.name, value: '', description: row.description })
      $editing.set(row)
    },
    closeEdit: () => $editing.set(null),
    paste: createEnvPaste(context, { ref, $mayCreate }),
    deletion: createConfirmation(async ({ id, name }) => {
      const outcome = await deleting.run({ id })
      if (outcome.type === 'done') success(text.deleted(name))
      return outcome
    }),
    dispose: () => $revealed.set({}),
  }
}

function rowOf(secret: VaultSecret, value: string | undefined): SecretRow {
  return {
    id: secret.id,
    name: secret.name,
    description: secret.description,
    shown: value ?? DOTS,
    isShown: value !== undefined,
    madeAt: secret.inserted_at,
    changedAt: secret.updated_at,
    madeBy: secret.made_by,
    changedBy: secret.changed_by,
  }
}
