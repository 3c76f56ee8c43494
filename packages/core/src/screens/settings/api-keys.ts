/** The keys of a project: seen as far as one may, made, and taken back. */
import { apiKeyBody, apiKeyRotation, KEY_GRACE_SECONDS, type ApiKey } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { object, pipe, string, transform } from 'valibot'
import {
  apiKeyCreation,
  apiKeyDeletion,
  apiKeyRotation as rotating,
  apiKeysQuery,
  apiKeysReveal,
} from '../../data/keys.js'
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
import { settingsText } from '../../text/settings.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'

const text = settingsText.keys

/** The kinds of keys, which the page lists apart. */
export type KeyKind = 'publishable' | 'secret' | 'legacy'

/** One key as its row shows it. */
export interface KeyRow {
  id: string
  name: string
  description: string | null
  /** The whole key, or how it begins and dots. */
  shown: string
  isShown: boolean
  /** It is not shown, and can be when asked for. */
  canReveal: boolean
  /** The platform has the whole key: of a secret one it has the hash alone. */
  canCopy: boolean
  canRotate: boolean
  canDelete: boolean
  insertedAt: string
  /** To the minute. Null: never. */
  lastUsedAt: string | null
  /** It was rotated and works until then. Null: it lasts. */
  endsAt: string | null
}

/** The page of a project's API keys. */
export interface ApiKeysScreen extends Disposable {
  readonly title: string
  /** What became of the project's database. */
  readonly gate: ProjectGate
  readonly keys: Readonly<Record<KeyKind, SortedList<KeyRow>>>
  /** Whether the key `service_role` may be seen. */
  readonly $mayReveal: ReadableAtom<ControlState>
  readonly $mayCreate: ReadableAtom<ControlState>
  readonly $mayDelete: ReadableAtom<ControlState>
  /** Shows the key `service_role`, or hides it again. */
  toggle(row: KeyRow): Promise<void>
  /** Copies the whole key, also of one that is not shown. */
  copy(row: KeyRow): Promise<boolean>
  /** What kind of key is being made; null: none. */
  readonly $creating: ReadableAtom<Exclude<KeyKind, 'legacy'> | null>
  readonly form: Form<{ name: string; description: string }>
  create(kind: Exclude<KeyKind, 'legacy'>): void
  closeCreate(): void
  /** A secret key that was just made: it can't be shown again. Null: none. */
  readonly $made: ReadableAtom<{ name: string; apiKey: string } | null>
  copyMade(text: string): Promise<boolean>
  closeMade(): void
  /** The key that is being rotated; null: none. */
  readonly $rotating: ReadableAtom<KeyRow | null>
  readonly rotation: Form<{ grace_seconds?: number | undefined }>
  /** For how long the old key works on. */
  readonly graces: readonly { value: number; label: string }[]
  rotate(row: KeyRow): void
  closeRotation(): void
  readonly deletion: Confirmation<KeyRow>
}

const DOTS = '•'.repeat(16)

const VALUES: SortValues<KeyRow> = {
  name: ({ name }) => name,
  created: ({ insertedAt }) => insertedAt,
  used: ({ lastUsedAt }) => lastUsedAt,
}

const newKey = object({
  name: apiKeyBody.entries.name,
  description: pipe(
    string(),
    transform((words) => (words.trim() === '' ? undefined : words)),
    apiKeyBody.entries.description,
  ),
})

export function createApiKeys(
  context: Needs<'host' | 'client' | 'queries'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): ApiKeysScreen {
  const { client, queries, host } = context
  const $all = queries.store(apiKeysQuery(client, ref))
  /** Keys that were asked to be shown, by id; kept by this page alone. */
  const $revealed = atom<Readonly<Record<string, string>>>({})
  const $creating = atom<Exclude<KeyKind, 'legacy'> | null>(null)
  const $made = atom<{ name: string; apiKey: string } | null>(null)
  const $rotating = atom<KeyRow | null>(null)
  const deleting = createMutation(queries, apiKeyDeletion(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })

  const may = (action: PermissionRequest['action'], hint: string) =>
    projectControlState(context, ref, { action, resource: 'service_api_keys' }, hint)
  const ofKind = (kind: KeyKind) =>
    createSortedList(
      computed([$all, $revealed], (remote, revealed): Remote<KeyRow[]> => {
        if (remote.status !== 'ready') return remote
        const data = remote.data
          .filter(({ type }) => type === kind)
          .map((key) => rowOf(key, revealed[key.id]))
        return { ...remote, data }
      }),
      VALUES,
      { largestFirst: ['created', 'used'] },
    )

  /** A secret key is told once; a publishable one stays in its list. */
  const tell = ({ name, type, api_key }: ApiKey) => {
    if (type === 'secret' && api_key !== null) $made.set({ name, apiKey: api_key })
  }

  /** The whole key; null when it could not be had, which the user was told. */
  const wholeKey = async ({ id }: KeyRow): Promise<string | null> => {
    const all = $all.get()
    const known = all.status === 'ready' ? all.data.find((key) => key.id === id)?.api_key : null
    const shown = known ?? $revealed.get()[id]
    if (shown !== undefined) return shown
    try {
      const keys = await mutate(queries, apiKeysReveal(client, ref), undefined)
      const key = keys.find((other) => other.id === id)?.api_key ?? null
      if (key === null) host.notifier.notify({ kind: 'error', message: text.hidden })
      return key
    } catch (error) {
      const detail = (error as Error).message
      host.notifier.notify({ kind: 'error', message: text.failed, detail })
      return null
    }
  }

  return {
    title,
    gate,
    keys: { publishable: ofKind('publishable'), secret: ofKind('secret'), legacy: ofKind('legacy') },
    $mayReveal: may('read', text.hidden),
    $mayCreate: may('create', text.mayNotCreate),
    $mayDelete: may('delete', text.mayNotDelete),
    async toggle(row) {
      const { [row.id]: shown, ...others } = $revealed.get()
      if (shown !== undefined) return $revealed.set(others)
      const key = await wholeKey(row)
      if (key !== null) $revealed.set({ ...$revealed.get(), [row.id]: key })
    },
    async copy(row) {
      const key = await wholeKey(row)
      return key !== null && copyText(host, key)
    },
    $creating,
    form: createForm({
      schema: newKey,
      initial: { name: '', description: '' },
      blames: { name_taken: 'name' },
      async submit(typed) {
        const type = $creating.get()
        if (!type) return
        const made = await mutate(queries, apiKeyCreation(client, ref), defined({ ...typed, type }))
        tell(made)
        $creating.set(null)
        success(text.created(made.name))
      },
    }),
    create: (kind) => $creating.set(kind),
    closeCreate: () => $creating.set(null),
    $made,
    copyMade: (key) => copyText(host, key),
    closeMade: () => $made.set(null),
    $rotating,
    rotation: createForm({
      schema: apiKeyRotation,
      initial: { grace_seconds: KEY_GRACE_SECONDS },
      async submit(body) {
        const row = $rotating.get()
        if (!row) return
        const made = await mutate(queries, rotating(client, ref), { id: row.id, body })
        tell(made)
        $rotating.set(null)
        success(text.rotated(made.name))
      },
    }),
    graces: text.graces,
    rotate: (row) => $rotating.set(row),
    closeRotation: () => $rotating.set(null),
    deletion: createConfirmation(async ({ id, name }) => {
      const outcome = await deleting.run({ id })
      if (outcome.type === 'done') success(text.deleted(name))
      return outcome
    }),
    dispose() {
      $revealed.set({})
      $made.set(null)
    },
  }
}

function rowOf(key: ApiKey, revealed: string | undefined): KeyRow {
  const whole = key.api_key ?? revealed
  return {
    id: key.id,
    name: key.name,
    description: key.description,
    shown: whole ?? key.prefix + DOTS,
    isShown: whole !== undefined,
    canReveal: key.api_key === null && key.type !== 'secret',
    canCopy: key.type !== 'secret',
    canRotate: key.type !== 'legacy' && key.ends_at === null,
    canDelete: key.type !== 'legacy',
    insertedAt: key.inserted_at,
    lastUsedAt: key.last_used_at,
    endsAt: key.ends_at,
  }
}
