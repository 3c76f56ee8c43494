/** Finds a user of the project, as whom somebody is to act. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { userCandidatesQuery } from '../../data/impersonation.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ImpersonatedUser } from '../../rules/access/impersonation-claims.js'
import { impersonationText as text } from '../../text/impersonation.js'
import type { Needs } from '../context.js'

/** A user who can be chosen. */
export interface UserChoice {
  id: string
  label: string
  detail: string
}

/** The users of the project who can be chosen. */
export type UserChoices =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry(): void }
  | { status: 'empty'; title: string }
  | { status: 'ready'; users: UserChoice[] }

/** A search for users; what is typed is looked for after a pause. */
export interface UserFinder extends Disposable {
  readonly $search: ReadableAtom<string>
  readonly $users: ReadableAtom<UserChoices>
  search(words: string): void
  /** A user whom the search found once. */
  known(id: string): ImpersonatedUser | undefined
}

const SEARCH_DEBOUNCE_MS = 250

/** @param $isWanted nothing is asked for while it is false */
export function createUserFinder(
  { host, client, queries }: Needs<'host' | 'client' | 'queries'>,
  ref: string,
  $isWanted: ReadableAtom<boolean>,
): UserFinder {
  const scope = createScope()
  const $search = atom('')
  const $words = atom('')
  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  const $found = queries.follow(
    computed([$isWanted, $words], (isWanted, words) =>
      isWanted ? userCandidatesQuery(client, ref, words) : null,
    ),
  )
  const known = new Map<string, ImpersonatedUser>()
  scope.add(
    $found.subscribe((remote) => {
      if (remote?.status === 'ready') for (const user of remote.data) known.set(user.id, user)
    }),
  )
  return {
    $search,
    $users: computed([$found, $words], choicesOf),
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => $words.set(words))
    },
    known: (id) => known.get(id),
    dispose: scope.dispose,
  }
}

function choicesOf(remote: Remote<ImpersonatedUser[]> | null, words: string): UserChoices {
  if (!remote || remote.status === 'loading') return { status: 'loading' }
  if (remote.status === 'failed')
    return { status: 'failed', title: text.usersFailed, detail: remote.error.message, retry: remote.retry }
  if (remote.data.length === 0)
    return { status: 'empty', title: words.trim() === '' ? text.noUsersYet : text.noUsers }
  const users = remote.data.map((user) => ({ id: user.id, label: userLabel(user, user.id), detail: user.id }))
  return { status: 'ready', users }
}

/** What names a user; one who is not known is named by the id. */
export function userLabel(user: ImpersonatedUser | undefined, id: string): string {
  return user?.email || user?.phone || (user?.isAnonymous ? text.anonymous : id)
}
