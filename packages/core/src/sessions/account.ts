/**
 * Who uses the dashboard: how far they are signed in, their profile, what they may do. A call that finds the session
 * ended leads to the sign-in page; windows of one browser agree.
 */
import {
  PlatformError,
  signOut,
  type Client,
  type Permission,
  type Profile,
  type RuntimeConfig,
  type SignInState,
} from '@basedeck/platform-client'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { permissionsQuery, PUBLIC_KEY, profileQuery, signInStateQuery } from '../data/account.js'
import { runtimeQuery } from '../data/runtime.js'
import { persisted } from '../kernel/persisted.js'
import type { Queries, QueryData, Remote } from '../kernel/query-store.js'
import { createScope, type Disposable } from '../kernel/screen.js'
import type { Host } from '../ports/index.js'
import { can, type Wanted } from '../rules/access.js'

/** What is known about whoever is here. */
export interface Standing {
  /** Whether the platform has accounts; undefined while unknown. */
  accounts: boolean | undefined
  /** Undefined while unknown, or without accounts. */
  state: SignInState | undefined
  /** They chose to leave, and need no way back. */
  leftOnPurpose: boolean
  /** Nothing more can be known. */
  failure?: { error: PlatformError; retry: () => void }
}

export interface Account extends Disposable {
  /** The client of everything else: it notices when the session has ended. */
  readonly client: Client
  readonly $runtime: ReadableAtom<Remote<RuntimeConfig>>
  readonly $standing: ReadableAtom<Standing>
  /** Asked for while somebody is signed in only. */
  readonly $profile: ReadableAtom<Remote<Profile>>
  readonly $permissions: ReadableAtom<Remote<Permission[]>>
  /** Whether they may; false while unknown. */
  $can(wanted: Wanted): ReadableAtom<boolean>
  /** A call answered how far they are now: signed in, the second factor missing, out. */
  entered(state: SignInState): void
  /**
   * Ends this session, or those that `scope` says.
   * @throws PlatformError; they are then signed in as before
   */
  leave(scope: 'here' | 'others' | 'everywhere'): Promise<void>
}

export interface AccountDeps {
  host: Pick<Host, 'storage' | 'clock'>
  client: Client
  queries: Queries
  /** What else of a person must not outlive their session. */
  forget(): void
}

export const ACCOUNTS_KEY = 'basedeck:accounts'
const SESSION_KEY = 'basedeck:session'
/** What the platform says of a session that has ended. */
const SESSION_LOST = new Set(['signed_out', 'second_factor_needed', 'invalid_token'])

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

  // How far somebody is signed in is asked for only where there are accounts.
  const $known = atom<Remote<SignInState>>({ status: 'loading' })
  let stopAsking: (() => void) | undefined
  scope.add(() => stopAsking?.())
  scope.add(
    $accounts.subscribe((accounts) => {
      if (accounts) stopAsking ??= $state.subscribe((state) => $known.set(state))
    }),
  )

  const stopFollowing = host.storage.subscribe?.((key) => {
    if (key === SESSION_KEY) queries.refresh(stateData.key)
  })
  if (stopFollowing) scope.add(stopFollowing)
  const tellOtherWindows = () => void host.storage.set(SESSION_KEY, String(host.clock.now()))

  const $standing = computed([$runtime, $accounts, $known, $leftOnPurpose], standingOf)
  const $isIn = computed(
    $standing,
    ({ accounts, state }) => accounts === false || state?.status === 'signed-in',
  )
  /** A store of a datum that only somebody signed in may ask for. */
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
  const lost = (error: unknown) => {
    if (!(error instanceof PlatformError) || !SESSION_LOST.has(error.code ?? '')) return
    if (error.code === 'second_factor_needed') queries.refresh(stateData.key)
    else queries.set(stateData, { status: 'signed-out' })
  }

  return {
    client: {
      baseUrl: client.baseUrl,
      async call(...call) {
        try {
          return await client.call(...call)
        } catch (error) {
          lost(error)
          throw error
        }
      },
    },
    $runtime,
    $standing,
    $profile: ofWhoIsIn(profileQuery(client)),
    $permissions,
    $can: (wanted) =>
      computed(
        $permissions,
        (permissions) => permissions.status === 'ready' && can(permissions.data, wanted),
      ),
    entered(state) {
      $leftOnPurpose.set(false)
      // Before the state: who opens a page now must find nothing of somebody else.
      forget()
      queries.startOver(kept, { again: state.status === 'signed-in' })
      queries.set(stateData, state)
      tellOtherWindows()
    },
    async leave(which) {
      const state = await client.call(signOut, { body: { scope: which } })
      if (state.status === 'signed-in') return
      $leftOnPurpose.set(true)
      queries.set(stateData, state)
      forget()
      queries.startOver(kept, { again: false })
      tellOtherWindows()
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

function standingOf(
  runtime: Remote<RuntimeConfig>,
  accounts: boolean | undefined,
  known: Remote<SignInState>,
  leftOnPurpose: boolean,
): Standing {
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
