/** The panel of one user: what is known of them, their metadata to edit, and what can be done. */
import { newId, toPlatformError, type ChangedAuthUser } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import {
  userChange,
  userQuery,
  type ReferringRows,
  type UserChange,
  type WholeUser,
} from '../../data/users.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate, type Mutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { isJsonObject } from '../../rules/auth/json-object.js'
import { BAN_HOURS, banDuration, type BanLength } from '../../rules/auth/user-state.js'
import { exactClaims, userClaims } from '../../rules/access/impersonation-claims.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { usersText as text } from '../../text/users.js'
import type { Needs } from '../context.js'
import type { RowAction } from '../query/snippet-actions.js'
import { createUserParts, type UserParts } from './user-parts.js'
import { createUserToken, type UserToken } from './user-token.js'

/** The metadata of a user as its form holds it. */
export interface MetadataValues {
  json: string
}

/** Whom a question is about. */
export interface UserQuestion {
  id: string
  name: string
  references: readonly ReferringRows[]
}

/** The panel of one user. */
export interface UserPanel extends Disposable {
  readonly id: string
  /** The address, or the id. */
  readonly $title: ReadableAtom<string>
  readonly $user: ReadableAtom<Remote<WholeUser | null>>
  readonly userMetadata: Form<MetadataValues>
  readonly appMetadata: Form<MetadataValues>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly parts: UserParts
  readonly token: UserToken
  readonly banLengths: readonly { value: BanLength; label: string }[]
  readonly $banLength: ReadableAtom<BanLength>
  readonly ban: Confirmation<UserQuestion>
  readonly deletion: Confirmation<UserQuestion>
  /** The row of the deleted user stays, without what names them. */
  readonly $isSoft: ReadableAtom<boolean>
  setSoft(isSoft: boolean): void
  chooseBan(length: BanLength): void
  /** What can be done; one with a hint can't be done now. */
  readonly $actions: ReadableAtom<readonly RowAction[]>
}

export type UserPanelNeeds = Needs<
  'host' | 'client' | 'queries' | 'router' | '$runtime' | 'impersonation' | 'formDrafts'
>

export function createUserPanel(
  context: UserPanelNeeds,
  {
    ref,
    id,
    $mayChange,
    close,
  }: { ref: string; id: string; $mayChange: ReadableAtom<ControlState>; close(): void },
): UserPanel {
  const { host, client, queries, router, impersonation, $runtime } = context
  const scope = createScope()
  const $user = queries.store(userQuery(client, ref, id))
  const $title = computed($user, (remote) => nameOf(remote, id))
  const change = userChange(client, ref)
  const changes = new Map<string, Mutation<UserChange, ChangedAuthUser>>()
  /** Two changes may be under way; the same one twice is one. */
  const changing = {
    run(wanted: UserChange) {
      const key = JSON.stringify(wanted)
      const known = changes.get(key) ?? createMutation(queries, change)
      changes.set(key, known)
      return known.run(wanted)
    },
  }
  const told = (message: string) => host.notifier.notify({ kind: 'success', message })
  const $banLength = atom<BanLength>('day')
  const $isSoft = atom(false)

  const metadataForm = (of: 'user' | 'app') => {
    const form = createForm({
      schema: v.object({ json: v.pipe(v.string(), v.check(isJsonObject, text.form.badJson)) }),
      initial: { json: '{}' },
      async submit({ json }) {
        try {
          await mutate(queries, change, { type: 'metadata', id, of, json })
        } catch (error) {
          throw toPlatformError(error)
        }
        told(text.panel.metadataSaved)
      },
    })
    scope.add(
      $user.subscribe((remote) => {
        if (remote.status === 'ready' && remote.data)
          form.start({ json: of === 'user' ? remote.data.userMetadata : remote.data.appMetadata })
      }),
    )
    return form
  }

  const act = (where: 'sql' | 'tableEditor') => {
    const remote = $user.get()
    if (remote.status !== 'ready' || !remote.data) return
    const { actor } = remote.data
    const runtime = $runtime.get()
    const issuer = runtime.status === 'ready' ? `${runtime.data.projectApiUrl}/auth/v1` : 'basedeck'
    const claims = userClaims(actor, { issuer, sessionId: newId(), now: host.clock.now() })
    const role = { type: 'rest', role: 'authenticated', claims, exact: exactClaims(actor) } as const
    impersonation.act(ref, { role, label: $title.get() })
    router.open(router.href(where, { ref }))
  }
  const run = async (wanted: UserChange, done: string) => {
    const outcome = await changing.run(wanted)
    if (outcome.type === 'done') told(done)
    else host.notifier.notify({ kind: 'error', message: outcome.error.message })
    return outcome
  }
  const questioned = (): UserQuestion => {
    const remote = $user.get()
    const references = remote.status === 'ready' ? (remote.data?.references ?? []) : []
    return { id, name: $title.get(), references }
  }
  const ban = createConfirmation<UserQuestion>(async ({ name }) => {
    const outcome = await changing.run({
      type: 'update',
      id,
      changes: { ban_duration: banDuration($banLength.get()) },
    })
    if (outcome.type === 'done') told(text.ban.done(name))
    return outcome
  })
  const deletion = createConfirmation<UserQuestion>(async ({ name }) => {
    const outcome = await changing.run({ type: 'delete', id, isSoft: $isSoft.get() })
    if (outcome.type === 'done') {
      told(text.deletion.done(name))
      close()
    }
    return outcome
  })

  return {
    id,
    $title,
    $user,
    userMetadata: metadataForm('user'),
    appMetadata: metadataForm('app'),
    $mayChange,
    parts: createUserParts({ userId: id, $user, $mayChange, run }),
    token: createUserToken(context, { ref, id, $mayChange }),
    $isSoft,
    setSoft: (isSoft) => $isSoft.set(isSoft),
    banLengths: (Object.keys(BAN_HOURS) as BanLength[]).map((value) => ({
      value,
      label: text.ban.lengths[value],
    })),
    $banLength,
    ban,
    deletion,
    chooseBan: (length) => $banLength.set(length),
    $actions: computed([$user, $mayChange], (remote, { disabled, hint }): RowAction[] => {
      const off = disabled ? { hint: hint ?? text.mayNot } : {}
      const user = remote.status === 'ready' ? remote.data : null
      const { facts = {}, entries = {} } = user ?? {}
      const [email, phone] = [user?.actor.email, user?.actor.phone]
      const confirms = {
        ...(email && facts['email_confirmed_at'] == null ? { email_confirm: true as const } : {}),
        ...(phone && facts['phone_confirmed_at'] == null ? { phone_confirm: true as const } : {}),
      }
      const until = facts['banned_until']
      const isBanned =
        typeof until === 'string' && (until === 'infinity' || Date.parse(until) > host.clock.now())
      const action = (actionId: keyof typeof text.panel & string, change: () => void): RowAction => ({
        id: actionId,
        label: String(text.panel[actionId]),
        ...off,
        run: change,
      })
      return [
        { id: 'act-sql', label: text.panel.actInSql, ...off, run: () => act('sql') },
        { id: 'act-tables', label: text.panel.actInTables, ...off, run: () => act('tableEditor') },
        ...(Object.keys(confirms).length > 0
          ? [
              action(
                'confirm',
                () => void run({ type: 'update', id, changes: confirms }, text.panel.confirmed),
              ),
            ]
          : []),
        ...(email
          ? [action('recover', () => void run({ type: 'recover', id }, text.panel.recovered(email)))]
          : []),
        ...('sessions' in entries
          ? [action('signOut', () => void run({ type: 'sign-out', id }, text.panel.signedOut))]
          : []),
        isBanned
          ? action(
              'unban',
              () => void run({ type: 'update', id, changes: { ban_duration: 'none' } }, text.panel.unbanned),
            )
          : action('ban', () => ban.ask(questioned())),
        {
          id: 'delete',
          label: text.panel.remove,
          isDangerous: true,
          ...off,
          run: () => {
            $isSoft.set(false)
            deletion.ask(questioned())
          },
        },
      ]
    }),
    dispose: scope.dispose,
  }
}

function nameOf(remote: Remote<WholeUser | null>, id: string): string {
  const user = remote.status === 'ready' ? remote.data : null
  return user?.actor.email || user?.actor.phone || id
}
