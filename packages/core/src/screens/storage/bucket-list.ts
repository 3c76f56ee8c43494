/** The buckets beside every page of the storage: searched, sorted, made, emptied and deleted. SPEC §2, §3 */
import type { Bucket } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { bucketDeletion, bucketEmptying, bucketsQuery, storagePoliciesQuery } from '../../data/storage.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { storagePreferenceOf } from '../../sessions/storage/storage-preferences.js'
import { policiesOfBucketAlone, type StoragePolicy } from '../../sql/storage-policies.js'
import { storageText } from '../../text/storage.js'
import type { Needs } from '../context.js'
import { behindGate, controlBehindGate, type ProjectGate } from '../parts/project-gate.js'
import type { Choice } from '../parts/list-view.js'
import { openByAddress } from '../parts/open-by-address.js'
import { openUploadTray } from '../parts/upload-tray.js'
import type { RowAction } from '../query/snippet-actions.js'
import { createBucketForms, type BucketForm } from './bucket-form.js'

const text = storageText.bucket

/** A bucket in the list. */
export interface ListedBucket {
  id: string
  name: string
  isPublic: boolean
  href: string
  isCurrent: boolean
}

/** The buckets, or what is shown in their place. */
export type BucketListView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  /** The database was added by its address, and has no tables for files. */
  | { status: 'not-prepared'; href: string }
  /** The database is unavailable, so nothing is asked of it. */
  | { status: 'closed'; text: string }
  | { status: 'empty'; text: string }
  | { status: 'ready'; buckets: readonly ListedBucket[] }

/** The policies that are deleted with the bucket that is asked about. */
export interface DeletedPolicies {
  /** Empty when no policy is deleted, and while the policies are loading. */
  lead: string
  names: readonly string[]
}

/** The list of buckets, and what can be done to them. */
export interface BucketList extends Disposable {
  readonly $buckets: ReadableAtom<Remote<readonly Bucket[]>>
  readonly $view: ReadableAtom<BucketListView>
  /** How many there are; empty while unknown. */
  readonly $count: ReadableAtom<string>
  readonly $search: ReadableAtom<string>
  readonly $sort: ReadableAtom<string>
  readonly sorts: readonly Choice[]
  readonly links: readonly { id: 'policies' | 'settings'; label: string; href: string; isCurrent: boolean }[]
  /** Whether the caller may change buckets and files. */
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $form: ReadableAtom<BucketForm | null>
  search(words: string): void
  sortBy(sort: string): void
  create(): void
  edit(id: string): void
  /** The menu of a bucket. */
  actionsOf(id: string): readonly RowAction[]
  readonly emptying: Confirmation<{ name: string }, string>
  readonly deletion: Confirmation<{ name: string }, string>
  /** What else the open question about a deletion takes away. */
  readonly $deletedPolicies: ReadableAtom<DeletedPolicies>
}

export type BucketListNeeds = Needs<
  'host' | 'client' | 'queries' | 'router' | 'formDrafts' | 'lazy' | '$runtime' | '$uploadTray'
>

export function createBucketList(
  context: BucketListNeeds,
  { ref, gate, current }: { ref: string; gate: ProjectGate; current: string | null },
): BucketList {
  const { host, client, queries, router } = context
  const scope = createScope()
  const $preference = storagePreferenceOf(context, ref)
  openUploadTray(context)
  const $search = atom('')
  const $buckets = behindGate<Remote<readonly Bucket[]>>(gate, queries.store(bucketsQuery(client, ref)), {
    status: 'loading',
  })
  const $mayChange = controlBehindGate(
    gate,
    projectControlState(context, ref, { action: 'update', resource: 'storage' }, text.mayNot),
  )
  const hrefOf = (bucket: string) => router.href('bucket', { ref, id: bucket })
  const known = (id: string) => {
    const remote = $buckets.get()
    return remote.status === 'ready' ? remote.data.find((bucket) => bucket.id === id) : undefined
  }
  const forms = createBucketForms(context, { ref, created: ({ id }) => router.open(hrefOf(id)) })
  scope.add(forms.dispose)
  scope.add(openByAddress(context, { 'new-bucket': { $may: $mayChange, open: forms.create } }))
  const emptyOne = createMutation(queries, bucketEmptying(client, ref))
  const deleteOne = createMutation(queries, bucketDeletion(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const emptying = createConfirmation<{ name: string }, string>(async ({ name }) => {
    const outcome = await emptyOne.run({ bucket: name })
    if (outcome.type === 'done') success(text.emptied(name, outcome.data.deleted))
    return outcome
  })
  const deletion = createConfirmation<{ name: string }, string>(async ({ name }) => {
    const outcome = await deleteOne.run({ bucket: name })
    if (outcome.type === 'done') {
      success(text.deleted(name))
      if (name === current) router.open(router.href('buckets', { ref }))
    }
    return outcome
  })
  const $policies = queries.follow(
    computed(deletion.$state, ({ status }) => (status === 'open' ? storagePoliciesQuery(client, ref) : null)),
  )
  const edit = (id: string) => {
    const bucket = known(id)
    if (bucket) forms.edit(bucket)
  }
  const { pathname } = router.$route.get().location
  const link = (id: 'policies' | 'settings', label: string, href: string) => ({
    id,
    label,
    href,
    isCurrent: href === pathname,
  })

  return {
    $buckets,
    $view: computed(
      [$buckets, $search, $preference, gate.$gate],
      (remote, words, { sortBucket }, state): BucketListView => {
        if (state.status === 'closed') return { status: 'closed', text: state.title }
        if (remote.status === 'loading') return remote
        if (remote.status === 'failed')
          return remote.error.code === 'storage_not_prepared'
            ? { status: 'not-prepared', href: router.href('projectSettings', { ref }) }
            : { status: 'failed', message: remote.error.message, retry: remote.retry }
        const wanted = words.trim().toLowerCase()
        const buckets = remote.data
          .filter(({ name }) => name.toLowerCase().includes(wanted))
          .toSorted((one, other) =>
            sortBucket === 'name'
              ? one.name.localeCompare(other.name)
              : Date.parse(other.created_at) - Date.parse(one.created_at) ||
                one.name.localeCompare(other.name),
          )
        if (buckets.length === 0)
          return { status: 'empty', text: wanted === '' ? storageText.panel.none : storageText.panel.noMatch }
        return {
          status: 'ready',
          buckets: buckets.map(({ id, name, public: isPublic }) => ({
            id,
            name,
            isPublic,
            href: hrefOf(id),
            isCurrent: id === current,
          })),
        }
      },
    ),
    $count: computed($buckets, (remote) => (remote.status === 'ready' ? String(remote.data.length) : '')),
    $search,
    $sort: computed($preference, ({ sortBucket }) => sortBucket),
    sorts: storageText.panel.sorts,
    links: [
      link('policies', storageText.panel.policies, router.href('storagePolicies', { ref })),
      link('settings', storageText.panel.settings, router.href('storageSettings', { ref })),
    ],
    $mayChange,
    $form: forms.$form,
    search: (words) => $search.set(words),
    sortBy: (sort) =>
      $preference.set({ ...$preference.get(), sortBucket: sort === 'name' ? 'name' : 'created_at' }),
    create: forms.create,
    edit,
    actionsOf(id) {
      const { disabled, hint } = $mayChange.get()
      const refused = disabled ? { hint: hint ?? text.mayNot } : {}
      return [
        { id: 'edit', label: text.edit, run: () => edit(id), ...refused },
        {
          id: 'policies',
          label: text.policies,
          run: () =>
            router.open(`${router.href('storagePolicies', { ref })}?${new URLSearchParams({ bucket: id })}`),
        },
        {
          id: 'empty',
          label: text.empty,
          isDangerous: true,
          run: () => emptying.ask({ name: id }),
          ...refused,
        },
        {
          id: 'delete',
          label: text.delete,
          isDangerous: true,
          run: () => deletion.ask({ name: id }),
          ...refused,
        },
      ]
    },
    emptying,
    deletion,
    $deletedPolicies: computed([deletion.$state, $policies], (question, remote) =>
      question.status === 'open' && remote ? deletedPolicies(remote, question.subject.name) : NO_POLICIES,
    ),
    dispose: scope.dispose,
  }
}

const NO_POLICIES: DeletedPolicies = { lead: '', names: [] }

function deletedPolicies(remote: Remote<StoragePolicy[]>, bucket: string): DeletedPolicies {
  if (remote.status === 'failed') return { lead: text.deletePoliciesUnknown, names: [] }
  if (remote.status === 'loading') return NO_POLICIES
  const names = policiesOfBucketAlone(remote.data, bucket).map(({ name }) => name)
  return names.length === 0 ? NO_POLICIES : { lead: text.deletePolicies(names.length), names }
}
