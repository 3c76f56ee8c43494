/** `/project/{ref}/storage/policies`: what applications may do with the files of each bucket. SPEC §3 */
import { toPlatformError } from '@basedeck/platform-client'
import { permissionsFor, STORAGE_OPERATIONS, type StorageOperation } from '@basedeck/storage-engine/rules'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { policyChange, storagePoliciesQuery } from '../../data/storage.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import {
  createPolicyStatements,
  dropPolicyStatement,
  type StoragePolicy,
} from '../../sql/storage-policies.js'
import { storageText } from '../../text/storage.js'
import { beginQuery } from '../parts/begin-query.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import { createBucketList, type BucketList, type BucketListNeeds } from './bucket-list.js'

const text = storageText.policies

/** A policy as its row shows it. */
export interface ListedPolicy {
  name: string
  command: string
  roles: string
  definition: string
}

/** The policies of a bucket, those that count for all, or those whose buckets are gone. */
export interface PolicyGroup {
  /** Null: they are not of one bucket that is there. */
  bucket: string | null
  title: string
  /** What to know about all of them. */
  note?: string
  policies: readonly ListedPolicy[]
}

/** The policies of each bucket, or what is shown in their place. */
export type PoliciesView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'ready'; groups: readonly PolicyGroup[] }

/** A new policy as its form holds it. */
export interface PolicyValues {
  template: PolicyTemplate
  name: string
  operations: StorageOperation[]
  roles: string
  condition: string
}

/** What a new policy begins with. */
export type PolicyTemplate = keyof typeof TEMPLATES

/** The open form of a new policy. */
export interface PolicyForm {
  bucket: string
  title: string
  form: Form<PolicyValues>
  templates: readonly { value: PolicyTemplate; label: string }[]
  operations: readonly StorageOperation[]
  /** What the chosen calls need; empty while none is chosen. */
  $needs: ReadableAtom<string>
  /** The statements that will run; empty while a field is wrong. */
  $sql: ReadableAtom<string>
  choose(template: PolicyTemplate): void
  toggle(operation: StorageOperation): void
  /** Opens the statements in the SQL editor instead. */
  edit(): void
  close(): void
}

/** `/project/{ref}/storage/policies`. */
export interface StoragePoliciesScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly list: BucketList
  readonly $view: ReadableAtom<PoliciesView>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $form: ReadableAtom<PolicyForm | null>
  create(bucket: string): void
  actionsOf(name: string): readonly RowAction[]
  readonly deletion: Confirmation<{ name: string }>
}

const TEMPLATES: Readonly<
  Record<
    'read' | 'signedIn' | 'ownFolder' | 'custom',
    { operations: readonly StorageOperation[]; roles: string; condition: string }
  >
> = {
  read: {
    operations: ['download', 'list', 'createSignedUrl', 'createSignedUrls'],
    roles: 'anon, authenticated',
    condition: '',
  },
  signedIn: { operations: ['upload', 'download', 'list'], roles: 'authenticated', condition: '' },
  ownFolder: {
    operations: ['upload', 'download', 'list', 'update', 'move', 'copy', 'remove'],
    roles: 'authenticated',
    condition: '(storage.foldername(name))[1] = (select auth.uid())::text',
  },
  custom: { operations: [], roles: '', condition: '' },
}
const FIRST: PolicyTemplate = 'read'

const schema = v.object({
  template: v.picklist(['read', 'signedIn', 'ownFolder', 'custom']),
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(text.noName), v.maxLength(50)),
  operations: v.pipe(v.array(v.picklist(STORAGE_OPERATIONS)), v.minLength(1, text.noOperation)),
  roles: v.string(),
  condition: v.string(),
})

export function createStoragePolicies(
  context: BucketListNeeds,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): StoragePoliciesScreen {
  const { host, client, queries, router } = context
  const list = createBucketList(context, { ref, gate, current: null })
  const $policies = behindGate<Remote<StoragePolicy[]>>(
    gate,
    queries.store(storagePoliciesQuery(client, ref)),
    { status: 'loading' },
  )
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.mayNot,
  )
  const $form = atom<PolicyForm | null>(null)
  const change = policyChange(client, ref)
  const changing = createMutation(queries, change)
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const asked = new URLSearchParams(router.$route.get().location.search).get('bucket')
  const deletion = createConfirmation<{ name: string }>(async ({ name }) => {
    const outcome = await changing.run({ statements: [dropPolicyStatement(name)] })
    if (outcome.type === 'done') success(text.removed(name))
    return outcome
  })
  const statementsOf = (bucket: string, values: PolicyValues): string[] =>
    createPolicyStatements({
      name: values.name.trim(),
      bucket,
      permissions: permissionsFor(values.operations),
      roles: rolesIn(values.roles),
      condition: values.condition,
    })
  const open = (bucket: string) => {
    const valuesOf = (template: PolicyTemplate): PolicyValues => {
      const { operations, roles, condition } = TEMPLATES[template]
      const name = text.defaultName(bucket, text.templates[template]).slice(0, 50)
      return { template, name, operations: [...operations], roles, condition }
    }
    const form = createForm({
      schema,
      initial: valuesOf(FIRST),
      async submit(values) {
        const statements = statementsOf(bucket, values)
        try {
          await mutate(queries, change, { statements })
        } catch (error) {
          throw toPlatformError(error)
        }
        success(text.created(statements.length))
      },
    })
    const close = () => $form.set(null)
    const $sql = computed(form.$values, (values) =>
      v.is(schema, values) ? `${statementsOf(bucket, values).join(';\n\n')};` : '',
    )
    $form.set({
      bucket,
      title: text.createTitle(bucket),
      form,
      templates: (Object.keys(TEMPLATES) as PolicyTemplate[]).map((value) => ({
        value,
        label: text.templates[value],
      })),
      operations: STORAGE_OPERATIONS.filter((operation) => operation !== 'getPublicUrl'),
      $needs: computed(form.$values, ({ operations }) => {
        const needed = permissionsFor(operations)
        return needed.length === 0 ? '' : text.needs(needed.join(', '))
      }),
      $sql,
      choose(template) {
        const values = valuesOf(template)
        for (const field of ['template', 'name', 'operations', 'roles', 'condition'] as const)
          form.set(field, values[field])
      },
      toggle(operation) {
        const { operations } = form.$values.get()
        form.set(
          'operations',
          operations.includes(operation)
            ? operations.filter((each) => each !== operation)
            : [...operations, operation],
        )
      },
      edit() {
        void beginQuery(context, { ref, sql: $sql.get() })
        close()
      },
      close,
    })
  }

  return {
    title,
    gate,
    list,
    $view: computed([$policies, list.$buckets], (remote, buckets): PoliciesView => {
      if (remote.status === 'loading') return remote
      if (buckets.status === 'loading') return buckets
      if (remote.status === 'failed')
        return { status: 'failed', message: remote.error.message, retry: remote.retry }
      if (buckets.status === 'failed')
        return { status: 'failed', message: buckets.error.message, retry: buckets.retry }
      const names = buckets.data.map(({ id }) => id)
      const groups = names
        .toSorted((one, other) => Number(other === asked) - Number(one === asked) || one.localeCompare(other))
        .map((bucket): PolicyGroup => ({
          bucket,
          title: text.bucket(bucket),
          policies: remote.data.filter((policy) => policy.buckets.includes(bucket)).map(listed),
        }))
      const general = remote.data.filter((policy) => policy.buckets.length === 0)
      const lost = remote.data.filter(
        (policy) => policy.buckets.length > 0 && !policy.buckets.some((name) => names.includes(name)),
      )
      const missing = {
        bucket: null,
        title: text.missing,
        note: text.missingBody,
        policies: lost.map(listed),
      }
      return {
        status: 'ready',
        groups: [
          ...groups,
          { bucket: null, title: text.all, policies: general.map(listed) },
          ...(lost.length > 0 ? [missing] : []),
        ],
      }
    }),
    $mayChange,
    $form,
    create: (bucket) => !$mayChange.get().disabled && open(bucket),
    actionsOf(name) {
      const { disabled, hint } = $mayChange.get()
      return [
        {
          id: 'delete',
          label: text.remove,
          isDangerous: true,
          run: () => deletion.ask({ name }),
          ...(disabled ? { hint: hint ?? text.mayNot } : {}),
        },
      ]
    },
    deletion,
    dispose: list.dispose,
  }
}

function listed({ name, command, roles, definition }: StoragePolicy): ListedPolicy {
  return { name, command, roles: roles.join(', '), definition }
}

function rolesIn(typed: string): string[] {
  return typed
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '' && role !== 'public')
}
