/** The keys that sign the tokens of a project's users: one stands by, one signs, former ones verify until they are revoked. */
import {
  SERVICE_PATHS,
  signingKeyBody,
  signingKeyImport as importBody,
  type SigningAlgorithm,
  type SigningKey,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { projectQuery } from '../../data/projects.js'
import {
  signingKeyCreation,
  signingKeyImport,
  signingKeyRevocation,
  signingKeyRotation,
  signingKeysQuery,
  signingSecretReveal,
} from '../../data/signing-keys.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { PermissionRequest } from '../../rules/access/access.js'
import {
  revocationRefusal,
  rotationRefusal,
  standbyRefusal,
  type SigningKeyRefusal,
} from '../../rules/settings/signing-keys.js'
import { ENABLED, projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { signingKeysText as text } from '../../text/signing-keys.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { createTokenIssuers, type TokenIssuers } from './token-issuers.js'

/** One signing key as its row shows it. */
export interface SigningKeyRow {
  /** Also the kid of its tokens. */
  id: string
  algorithm: SigningAlgorithm
  state: SigningKey['state']
  stateLabel: string
  originLabel: string
  /** When it came into its state. */
  since: string
  /** Its public half as JSON; null: it has none. */
  publicJwk: string | null
  /** Its secret can be asked for. */
  canReveal: boolean
  /** Null: it is over, and nothing can be done with it. */
  revoke: ControlState | null
  /** What ends when it is revoked. */
  revokeBody: string
}

/** The page of a project's signing keys. */
export interface SigningKeysScreen extends Disposable {
  readonly title: string
  /** What became of the project's database. */
  readonly gate: ProjectGate
  readonly $keys: ReadableAtom<Remote<SigningKeyRow[]>>
  /** Whether a standby key can be made or imported now. */
  readonly $add: ReadableAtom<ControlState>
  readonly $rotate: ReadableAtom<ControlState>
  readonly $mayReveal: ReadableAtom<ControlState>
  /** The form that is open; null: none. */
  readonly $adding: ReadableAtom<'create' | 'import' | null>
  readonly creation: Form<{ algorithm?: SigningAlgorithm | undefined }>
  readonly importing: Form<{ algorithm: SigningAlgorithm; key: string }>
  create(): void
  import(): void
  closeAdd(): void
  readonly rotation: Confirmation<null>
  readonly revocation: Confirmation<SigningKeyRow>
  readonly revealing: Confirmation<SigningKeyRow>
  /** The secret that is shown; null: none. */
  readonly $secret: ReadableAtom<{ secret: string; note: string } | null>
  closeSecret(): void
  copy(value: string): Promise<boolean>
  /** Where the public keys are; empty until the project is known. */
  readonly $jwksUrl: ReadableAtom<string>
  readonly issuers: TokenIssuers
}

export function createSigningKeys(
  context: Needs<'host' | 'client' | 'queries'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): SigningKeysScreen {
  const { client, queries, host } = context
  const $all = queries.store(signingKeysQuery(client, ref))
  const $project = queries.store(projectQuery(client, ref))
  const $adding = atom<'create' | 'import' | null>(null)
  const $secret = atom<{ secret: string; note: string } | null>(null)
  const rotating = createMutation(queries, signingKeyRotation(client, ref))
  const revoking = createMutation(queries, signingKeyRevocation(client, ref))
  const revealing = createMutation(queries, signingSecretReveal(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })

  const may = (action: PermissionRequest['action'], hint: string) =>
    projectControlState(context, ref, { action, resource: 'service_api_keys' }, hint)
  const $mayChange = may('create', text.mayNotChange)
  const $mayRevoke = may('delete', text.mayNotChange)
  const whenAllowed = (refusalOf: (keys: SigningKey[]) => SigningKeyRefusal) =>
    computed([$mayChange, $all], (allowed, all): ControlState => {
      if (allowed.disabled) return allowed
      return all.status === 'ready' ? controlOf(refusalOf(all.data)) : { disabled: true }
    })

  return {
    title,
    gate,
    $keys: computed([$all, $mayRevoke], (all, allowed): Remote<SigningKeyRow[]> =>
      all.status === 'ready' ? { ...all, data: all.data.map((key) => rowOf(key, allowed)) } : all,
    ),
    $add: whenAllowed(standbyRefusal),
    $rotate: whenAllowed(rotationRefusal),
    $mayReveal: may('read', text.mayNotReveal),
    $adding,
    creation: createForm({
      schema: signingKeyBody,
      initial: { algorithm: 'ES256' },
      async submit(body) {
        await mutate(queries, signingKeyCreation(client, ref), body)
        $adding.set(null)
        success(text.created)
      },
    }),
    importing: createForm({
      schema: importBody,
      initial: { algorithm: 'ES256', key: '' },
      blames: { invalid_signing_key: 'key' },
      async submit(body) {
        await mutate(queries, signingKeyImport(client, ref), body)
        $adding.set(null)
        success(text.imported)
      },
    }),
    create: () => $adding.set('create'),
    import: () => $adding.set('import'),
    closeAdd: () => $adding.set(null),
    rotation: createConfirmation(async () => {
      const outcome = await rotating.run()
      if (outcome.type === 'done') success(text.rotated)
      return outcome
    }),
    revocation: createConfirmation(async ({ id }) => {
      const outcome = await revoking.run({ id })
      if (outcome.type === 'done') success(text.revoked)
      return outcome
    }),
    revealing: createConfirmation(async ({ id }) => {
      const outcome = await revealing.run({ id })
      // Only the page keeps it.
      revealing.reset()
      if (outcome.type === 'done') {
        const { secret, encoding } = outcome.data
        $secret.set({ secret, note: encoding === 'text' ? text.secretNote : text.secretNoteBase64 })
      }
      return outcome
    }),
    $secret,
    closeSecret: () => $secret.set(null),
    copy: (value) => copyText(host, value),
    $jwksUrl: computed($project, (project) =>
      project.status === 'ready' ? `${project.data.restUrl}${SERVICE_PATHS.auth}/.well-known/jwks.json` : '',
    ),
    issuers: createTokenIssuers(context, { ref, $mayAdd: $mayChange, $mayRemove: $mayRevoke }),
    dispose: () => $secret.set(null),
  }
}

function controlOf(refusal: SigningKeyRefusal): ControlState {
  return refusal === null ? ENABLED : { disabled: true, hint: text.refusals[refusal] }
}

function rowOf(key: SigningKey, allowed: ControlState): SigningKeyRow {
  const { id, algorithm, state, origin, public_jwk } = key
  const isOver = state === 'revoked'
  return {
    id,
    algorithm,
    state,
    stateLabel: text.states[state],
    originLabel: text.origins[origin],
    since: key.updated_at,
    publicJwk: public_jwk === null || isOver ? null : JSON.stringify(public_jwk, null, 2),
    canReveal: algorithm === 'HS256' && !isOver,
    revoke: isOver ? null : allowed.disabled ? allowed : controlOf(revocationRefusal(key)),
    revokeBody:
      origin === 'legacy'
        ? text.revokeBody.legacy
        : state === 'standby'
          ? text.revokeBody.standby
          : text.revokeBody.plain,
  }
}
