/**
 * Who uses the dashboard: their sign-in state, their profile, their permissions. A call that finds the session
 * ended waits until the same person is back; the windows of one browser stay in step.
 */
import {
  getSignInState,
  PlatformError,
  signOut,
  type Client,
  type Permission,
  type Profile,
  type RuntimeConfig,
  type SignedInPerson,
  type SignInState,
} from '@basedeck/platform-client'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { permissionsQuery, PUBLIC_KEY, profileQuery, signInStateQuery } from '../../data/account.js'
import { runtimeQuery } from '../../data/runtime.js'
import type { ClientHooks, RefusedCall } from '../../kernel/client-hooks.js'
import { persisted } from '../../kernel/persisted.js'
import type { Queries, QueryData, Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { can, type PermissionRequest } from '../../rules/access/access.js'
import { createReauthentication } from './reauthentication.js'

/** What is known about the current user. */
export interface AuthState {
  /** Whether the platform has accounts; undefined while unknown. */
  accounts: boolean | undefined
  /** Undefined while unknown, or without accounts. */
  state: SignInState | undefined
  /** They signed out on purpose, and need no way back. */
  leftOnPurpose: boolean
  /** The state can't change any more. */
  failure?: { error: PlatformError; retry: () => void }
}

/** Who uses the dashboard: sign-in state, profile, permissions, and the ways to sign in and out. */
export interface Account extends Disposable {
  /** What a client has to report. A call that finds the session ended is sent again when the person is back. */
  readonly hooks: Pick<ClientHooks, 'sessionLost'>
  readonly $runtime: ReadableAtom<Remote<RuntimeConfig>>
  readonly $authState: ReadableAtom<AuthState>
  /** Who is signed in; undefined while unknown, and where there are no accounts. */
  readonly $person: ReadableAtom<SignedInPerson | undefined>
  /** Whether calls are allowed: the user is signed in, or there are no accounts. */
  readonly $isIn: ReadableAtom<boolean>
  /** Their session ended under the open page: they have to sign in again without leaving the page. */
  readonly $hasToReenter: ReadableAtom<SignedInPerson | null>
  /** Fetched only while a user is signed in. */
  readonly $profile: ReadableAtom<Remote<Profile>>
  readonly $permissions: ReadableAtom<Remote<Permission[]>>
  /** Whether they may; false while unknown. */
  $can(wanted: PermissionRequest): ReadableAtom<boolean>
  /** Takes over the sign-in state that a call answered: signed in, second factor missing, or signed out. */
  entered(state: SignInState): void
  /** The user does not sign in again: the sign-in page replaces the page. */
  giveUp(): void
  /**
   * Ends this session, or those that `scope` says.
   * @throws PlatformError; the user then stays signed in
   */
  leave(scope: 'here' | 'others' | 'everywhere'): Promise<void>
}

export interface AccountDeps {
  host: Pick<Host, 'storage' | 'clock'>
  /** Its own calls never wait for a session. */
  client: Client
  queries: Queries
  /** Other data of a person that must be removed with their session. */
  forget(): void
}

export const ACCOUNTS_KEY = 'basedeck:accounts'
const SESSION_KEY = 'basedeck:session'
/** What another window did, and the time before it. */
const ENTERED = 'entered '
const LEFT = 'left '

export function createAccount({ host, client, queries, forget }: AccountDeps): Account {
  const scope = createScope()
  const runtimeData = runtimeQuery(client)
  const stateData = signInStateQuery(client)
  const kept = [runtimeData.key, stateData.key, PUBLIC_KEY]

  const $runtime = queries.store(runtimeData)
  const $state = queries.store(stateData)
  const $leftOnPurpose = atom(false)

  // Remembered, so that a platform without accounts opens its pages before it has answered. The platform decides anyway.
  const { $value: $remembered, dispose } = persisted<'yes' | 'no' | 'unknown'>(host.storage, {
    key: ACCOUNTS_KEY,
    fallback: 'unknown',
    decode: (text) => (text === 'yes' || text === 'no' ? text : undefined),
    encode: String,
  })
  scope.add(dispose)
  scope.add(
    $runtime.subscribe((runtime) => {
      if (runtime.status === 'ready') $remembered.set(runtime.data.accounts ? 'yes' : 'no')
    }),
  )
  const $accounts = computed([$runtime, $remembered], accountsOf)

  // The sign-in state is fetched only where there are accounts.
  const $known = atom<Remote<SignInState>>({ status: 'loading' })
  const $person = atom<SignedInPerson | undefined>(undefined)
  const reauthentication = createReauthentication()
  scope.add(() => reauthentication.dispose())
  /** Removes all data of the previous user. */
  const startOver = (options: { again: boolean }) => {
    forget()
    queries.startOver(kept, options)
  }
  let stopAsking: (() => void) | undefined
  scope.add(() => stopAsking?.())
  scope.add(
    $accounts.subscribe((accounts) => {
      if (!accounts) return
      stopAsking ??= $state.subscribe((state) => {
        const before = $person.get()
        const now = state.status === 'ready' ? personOf(state.data) : undefined
        if (!before) $person.set(now)
        else if (state.status === 'ready' && !now) reauthentication.begin(before)
        $known.set(state)
      })
    }),
  )

  /** Another window signed in or out: this one does the same. */
  let asked = 0
  const follow = async (hasLeft: boolean) => {
    const turn = ++asked
    const state = await client.call(getSignInState, {})
    // A late answer describes an earlier state: the newest request counts.
    if (turn !== asked) return
    const before = $person.get()
    const now = personOf(state)
    // The user did not sign out on purpose, so they may be back in a moment.
    if (before && !now && !hasLeft) return reauthentication.begin(before)
    if (before?.id !== now?.id) startOver({ again: now !== undefined })
    $person.set(now)
    queries.set(stateData, state)
    reauthentication.end(before?.id === now?.id)
  }
  const stopFollowing = host.storage.subscribe?.((key, value) => {
    if (key !== SESSION_KEY) return
    follow(value?.startsWith(LEFT) ?? false).catch((error: unknown) => {
      // If the state can't be fetched now, the next call will tell.
      if (!(error instanceof PlatformError)) throw error
    })
  })
  if (stopFollowing) scope.add(stopFollowing)
  const tellOtherWindows = (what: string) => void host.storage.set(SESSION_KEY, what + host.clock.now())

  const $shown = computed([$known, reauthentication.$who], (known, who): Remote<SignInState> =>
    who ? { status: 'ready', data: { status: 'signed-in', person: who }, refreshing: false } : known,
  )
  const $authState = computed([$runtime, $accounts, $shown, $leftOnPurpose], authStateOf)
  const $isIn = computed(
    $authState,
    ({ accounts, state }) => accounts === false || state?.status === 'signed-in',
  )
  /** A store of a datum that needs a session. */
  const ofWhoIsIn = <Data>(query: QueryData<Data>): ReadableAtom<Remote<Data>> => {
    const $data = queries.store(query)
    const $remote = atom<Remote<Data>>({ status: 'loading' })
    onMount($remote, () => {
      let stop: (() => void) | undefined
      const stopWatching = $isIn.subscribe((isIn) => {
        stop?.()
        stop = isIn ? $data.subscribe((data) => $remote.set(data)) : undefined
        if (!isIn) $remote.set({ status: 'loading' })
      })
      return () => {
        stopWatching()
        stop?.()
      }
    })
    return $remote
  }
  const $permissions = ofWhoIsIn(permissionsQuery(client))
  /** Whether a refused call is sent again: the person has signed in again. */
  const sessionLost = async ({ error, endpoint, signal }: RefusedCall) => {
    const person = $person.get()
    // The sign-in calls are for users without a session, so they never wait for one.
    if (endpoint.access === 'anyone' && person) return false
    if (person) {
      if (!reauthentication.$who.get()) reauthentication.begin(person)
      return reauthentication.wait(signal)
    }
    if (error.code === 'second_factor_needed') queries.refresh(stateData.key)
    else queries.set(stateData, { status: 'signed-out' })
    return false
  }

  return {
    hooks: { sessionLost },
    $runtime,
    $authState,
    $isIn,
    $person,
    $hasToReenter: reauthentication.$who,
    $profile: ofWhoIsIn(profileQuery(client)),
    $permissions,
    $can: (wanted) =>
      computed(
        $permissions,
        (permissions) => permissions.status === 'ready' && can(permissions.data, wanted),
      ),
    entered(state) {
      $leftOnPurpose.set(false)
      const person = personOf(state)
      const isSame = person !== undefined && person.id === reauthentication.$who.get()?.id
      // Before the state: a page that opens now must not find data of the previous user.
      if (!isSame) startOver({ again: state.status === 'signed-in' })
      $person.set(person)
      queries.set(stateData, state)
      reauthentication.end(isSame)
      tellOtherWindows(ENTERED)
    },
    giveUp() {
      $person.set(undefined)
      queries.set(stateData, { status: 'signed-out' })
      startOver({ again: false })
      reauthentication.end(false)
    },
    async leave(which) {
      const state = await client.call(signOut, { body: { scope: which } })
      if (state.status === 'signed-in') return
      $leftOnPurpose.set(true)
      $person.set(undefined)
      queries.set(stateData, state)
      startOver({ again: false })
      tellOtherWindows(LEFT)
    },
    dispose: scope.dispose,
  }
}

function accountsOf(
  runtime: Remote<RuntimeConfig>,
  remembered: 'yes' | 'no' | 'unknown',
): boolean | undefined {
  if (runtime.status === 'ready') return runtime.data.accounts
  return remembered === 'unknown' ? undefined : remembered === 'yes'
}

function personOf(state: SignInState): SignedInPerson | undefined {
  return state.status === 'signed-in' ? state.person : undefined
}

function authStateOf(
  runtime: Remote<RuntimeConfig>,
  accounts: boolean | undefined,
  known: Remote<SignInState>,
  leftOnPurpose: boolean,
): AuthState {
  const state = accounts && known.status === 'ready' ? known.data : undefined
  const missing = accounts === undefined ? runtime : known
  const isStuck = (accounts === undefined || accounts) && missing.status === 'failed'
  return {
    accounts,
    state,
    leftOnPurpose,
    ...(isStuck ? { failure: { error: missing.error, retry: missing.retry } } : {}),
  }
}
