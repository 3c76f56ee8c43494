/** `/project/{ref}/functions/secrets`: values that functions read from their environment. SPEC §2 */
import { RESERVED_SECRET_PREFIX, type FunctionSecret } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { functionSecretsChange, functionSecretsDeletion, functionSecretsQuery } from '../../data/functions.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList } from '../../kernel/sorting.js'
import { readEnvText } from '../../rules/settings/env-text.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { functionsText } from '../../text/functions.js'
import { vaultText } from '../../text/vault.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'

const text = functionsText.secrets

/** The page of the secrets of functions. */
export interface FunctionSecretsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly secrets: SortedList<FunctionSecret>
  readonly $mayChange: ReadableAtom<ControlState>
  /** Why nothing is listed; null: secrets are. */
  readonly $refusal: ReadableAtom<string | null>
  readonly $isAdding: ReadableAtom<boolean>
  readonly addition: Form<{ text: string }>
  /** How many were found, and what is left out, each line as a sentence. */
  readonly $found: ReadableAtom<{ note: string; problems: readonly string[] }>
  add(): void
  closeAdd(): void
  actions(secret: FunctionSecret): readonly RowAction[]
  readonly deletion: Confirmation<string>
}

const isReserved = (name: string) => name.toUpperCase().startsWith(RESERVED_SECRET_PREFIX)

function secretsIn(typed: string) {
  const { entries, problems } = readEnvText(typed)
  const taken = entries.filter(({ name }) => !isReserved(name))
  const reserved = entries.filter(({ name }) => isReserved(name)).map(({ name }) => text.reserved(name))
  return {
    secrets: taken.map(({ name, value }) => ({ name, value })),
    problems: [...problems.map(vaultText.problem), ...reserved],
  }
}

export function createFunctionSecrets(
  context: Needs<'host' | 'client' | 'queries'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): FunctionSecretsScreen {
  const { host, client, queries } = context
  const $isAdding = atom(false)
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const $mayChange = projectControlState(context, ref, { action: 'create', resource: 'secrets' }, text.mayNot)
  const $mayDelete = projectControlState(context, ref, { action: 'delete', resource: 'secrets' }, text.mayNot)
  const $mayRead = projectControlState(context, ref, { action: 'read', resource: 'secrets' }, text.mayNotRead)
  const $asked = queries.follow(
    computed($mayRead, ({ disabled }) => (disabled ? null : functionSecretsQuery(client, ref))),
  )
  const $secrets = behindGate<Remote<FunctionSecret[]>>(
    gate,
    computed($asked, (asked): Remote<FunctionSecret[]> => asked ?? { status: 'loading' }),
    { status: 'loading' },
  )
  const deleting = createMutation(queries, functionSecretsDeletion(client, ref))
  const deletion = createConfirmation<string>(async (name) => {
    const outcome = await deleting.run([name])
    if (outcome.type === 'done') success(text.deleted(name))
    return outcome
  })
  const addition = createForm({
    schema: v.object({
      text: v.pipe(
        v.string(),
        v.check((typed) => secretsIn(typed).secrets.length > 0, text.nothing),
      ),
    }),
    initial: { text: '' },
    blames: { too_many_secrets: 'text' },
    async submit(typed) {
      const { secrets } = secretsIn(typed.text)
      await mutate(queries, functionSecretsChange(client, ref), secrets)
      $isAdding.set(false)
      success(text.saved(secrets.length))
    },
  })
  return {
    title,
    gate,
    secrets: createSortedList(
      $secrets,
      { name: ({ name }) => name, changed: ({ updated_at }) => updated_at },
      { largestFirst: ['changed'] },
    ),
    $mayChange,
    $refusal: computed($mayRead, ({ hint }) => hint ?? null),
    $isAdding,
    addition,
    $found: computed(addition.$values, (typed) => {
      const { secrets, problems } = secretsIn(typed.text)
      return { note: text.found(secrets.length), problems }
    }),
    add: () => !$mayChange.get().disabled && $isAdding.set(true),
    closeAdd: () => $isAdding.set(false),
    actions({ name }) {
      const { hint } = $mayDelete.get()
      return [
        {
          id: 'delete',
          label: text.delete,
          isDangerous: true,
          ...(hint === undefined ? {} : { hint }),
          run: () => deletion.ask(name),
        },
      ]
    },
    deletion,
    dispose: $mayDelete.listen(() => undefined),
  }
}
