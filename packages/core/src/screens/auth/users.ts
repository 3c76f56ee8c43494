/** `/project/{ref}/auth/users`: the users of a project, searched and filtered, page by page. SPEC §2 */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { usersCountQuery, usersPagesQuery, type NewUser, type UsersPage } from '../../data/users.js'
import type { Form } from '../../kernel/form.js'
import type { Paged } from '../../kernel/paged.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { USER_SEARCHES, type UserSearch } from '../../rules/auth/user-search.js'
import { USER_STATES, userState, type UserFilterState, type UserState } from '../../rules/auth/user-state.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import {
  COUNTED_USERS_MAX,
  usersExportQuery,
  type ListedUser,
  type UserRequest,
} from '../../sql/auth/users.js'
import { usersText as text } from '../../text/users.js'
import type { Needs } from '../context.js'
import type { Choice } from '../parts/list-view.js'
import { behindGate, controlBehindGate, type ProjectGate } from '../parts/project-gate.js'
import { createInvitationForm, createNewUserForm } from './new-user.js'
import { createUserPanel, type UserPanel, type UserPanelNeeds } from './user-panel.js'

/** A user as a row shows one. Times are ISO 8601; null: it did not happen. */
export interface ShownUser {
  id: string
  /** The address that names them. */
  address: string
  name: string
  provider: string
  state: UserState
  stateLabel: string
  createdAt: string | null
  lastSignInAt: string | null
}

/** The users, or what is shown in their place. */
export type UsersView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'absent' }
  | { status: 'empty'; isNarrowed: boolean }
  | {
      status: 'ready'
      users: readonly ShownUser[]
      hasMore: boolean
      loadingMore: boolean
      isOutdated: boolean
      problem: string | undefined
    }

/** A form in a dialog. */
export interface OpenedForm<Values extends object> {
  readonly $isOpen: ReadableAtom<boolean>
  readonly form: Form<Values>
  /** Nothing, where the role may not. */
  open(): void
  close(): void
}

/** `/project/{ref}/auth/users`. */
export interface UsersScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $view: ReadableAtom<UsersView>
  /** How many there are, as a sentence; empty until it is known. */
  readonly $count: ReadableAtom<string>
  readonly $request: ReadableAtom<UserRequest>
  /** As typed; it is looked for after a pause. */
  readonly $search: ReadableAtom<string>
  readonly searches: readonly { value: UserSearch; label: string }[]
  readonly providers: readonly Choice[]
  readonly states: readonly Choice[]
  readonly $mayChange: ReadableAtom<ControlState>
  /** The open user; null: none. */
  readonly $panel: ReadableAtom<UserPanel | null>
  readonly newUser: OpenedForm<NewUser>
  readonly invitation: OpenedForm<{ email: string }>
  search(words: string): void
  searchBy(way: UserSearch): void
  filter(by: { provider?: string; state?: string }): void
  clear(): void
  loadMore(): void
  open(id: string): void
  close(): void
  export(): Promise<void>
}

const SEARCH_DEBOUNCE_MS = 300
const ALL: UserRequest = { search: '', by: 'email', provider: '', state: null }
/** PostgreSQL's codes of a table that is not there, a schema that is not there, and of one that may not be read. */
const ABSENT: readonly string[] = ['42P01', '3F000', '42501']

export function createUsers(
  context: UserPanelNeeds & Needs<'lazy'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): UsersScreen {
  const { host, client, queries, router } = context
  const scope = createScope()
  const asked = new URLSearchParams(router.$route.get().location.search)
  const $request = atom<UserRequest>(requestIn(asked))
  const $search = atom($request.get().search)
  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  const $mayChange = controlBehindGate(
    gate,
    projectControlState(context, ref, { action: 'update', resource: 'auth' }, text.mayNot),
  )
  scope.add($mayChange.listen(() => undefined))
  const paged = queries.paged(computed($request, (request) => usersPagesQuery(client, ref, request)))
  const $list = behindGate<Paged<UsersPage, ListedUser>>(gate, paged.$list, { status: 'loading' })
  const $total = behindGate<Remote<number> | null>(
    gate,
    queries.follow(computed($request, (request) => usersCountQuery(client, ref, request))),
    null,
  )
  const $panel = atom<UserPanel | null>(null)
  const write = () => {
    const { search, by, provider, state } = $request.get()
    const open = $panel.get()?.id
    const query = new URLSearchParams({
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(by === ALL.by ? {} : { by }),
      ...(provider === '' ? {} : { provider }),
      ...(state === null ? {} : { state }),
      ...(open === undefined ? {} : { user: open }),
    }).toString()
    const { pathname } = router.$route.get().location
    router.open(query === '' ? pathname : `${pathname}?${query}`, { replace: true })
  }
  const lookFor = (changes: Partial<UserRequest>) => {
    stopWaiting()
    $request.set({ ...$request.get(), search: $search.get(), ...changes })
    write()
  }
  const dispose = () => {
    const panel = $panel.get()
    $panel.set(null)
    panel?.dispose()
  }
  scope.add(dispose)
  const close = () => {
    dispose()
    write()
  }
  const open = (id: string) => {
    dispose()
    $panel.set(createUserPanel(context, { ref, id, $mayChange, close }))
    write()
  }
  const inDialog = <Values extends object>(
    make: (created: (id: string) => void) => Form<Values>,
  ): OpenedForm<Values> => {
    const $isOpen = atom(false)
    const form = make((id) => {
      $isOpen.set(false)
      open(id)
    })
    return {
      $isOpen,
      form,
      open: () => !$mayChange.get().disabled && $isOpen.set(true),
      close: () => $isOpen.set(false),
    }
  }
  const askedUser = asked.get('user')
  if (askedUser !== null && UUID.test(askedUser)) open(askedUser)

  return {
    title,
    gate,
    $view: computed([$list, $request], (list, request) => viewOf(list, request, host.clock.now())),
    $count: computed($total, (remote) =>
      remote?.status === 'ready' ? text.count(remote.data, COUNTED_USERS_MAX) : '',
    ),
    $request,
    $search,
    searches: USER_SEARCHES.map((value) => ({ value, label: text.searches[value] })),
    providers: [
      { value: '', label: text.anyProvider },
      ...Object.entries(text.providers).map(([value, label]) => ({ value, label })),
    ],
    states: [
      { value: '', label: text.anyState },
      ...USER_STATES.map((value) => ({ value, label: text.states[value] })),
    ],
    $mayChange,
    $panel,
    newUser: inDialog((created) => createNewUserForm(context, ref, created)),
    invitation: inDialog((created) => createInvitationForm(context, ref, created)),
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => lookFor({}))
    },
    searchBy: (by) => lookFor({ by }),
    filter({ provider, state }) {
      lookFor({
        ...(provider === undefined ? {} : { provider }),
        ...(state === undefined ? {} : { state: stateIn(state) }),
      })
    },
    clear() {
      $search.set('')
      lookFor(ALL)
    },
    loadMore: paged.loadMore,
    open,
    close,
    async export() {
      const { sqlWorkOf } = await import('../../sessions/sql/sql-work.js')
      try {
        const body = { query: usersExportQuery($request.get()), format: 'csv', name: 'users' } as const
        await sqlWorkOf(context).exports.begin(ref, body)
      } catch (error) {
        const detail = toPlatformError(error).message
        host.notifier.notify({ kind: 'error', message: text.exportFailed, detail })
      }
    },
    dispose: scope.dispose,
  }
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

function requestIn(asked: URLSearchParams): UserRequest {
  const by = USER_SEARCHES.find((one) => one === asked.get('by'))
  return {
    search: asked.get('search') ?? '',
    by: by ?? ALL.by,
    provider: asked.get('provider') ?? '',
    state: stateIn(asked.get('state') ?? ''),
  }
}

function stateIn(value: string): UserFilterState | null {
  return USER_STATES.find((one) => one === value) ?? null
}

function viewOf(list: Paged<UsersPage, ListedUser>, request: UserRequest, now: number): UsersView {
  if (list.status === 'loading') return list
  if (list.status === 'failed') {
    const { code, message } = list.error
    return ABSENT.includes(code ?? '')
      ? { status: 'absent' }
      : { status: 'failed', message, retry: list.retry }
  }
  const { search, provider, state } = request
  if (list.items.length === 0)
    return { status: 'empty', isNarrowed: search.trim() !== '' || provider !== '' || state !== null }
  return {
    status: 'ready',
    users: list.items.map((user) => shownUser(user, now)),
    hasMore: list.hasMore,
    loadingMore: list.loadingMore,
    isOutdated: list.outdated,
    problem: list.staleError?.message,
  }
}

function shownUser(user: ListedUser, now: number): ShownUser {
  const state = userState(user, now)
  const { id, email, phone, name, provider, createdAt, lastSignInAt } = user
  return {
    id,
    address: email || phone || text.noAddress,
    name: name ?? '',
    provider: text.providers[provider ?? ''] ?? provider ?? '',
    state,
    stateLabel: text.shownStates[state],
    createdAt,
    lastSignInAt,
  }
}
