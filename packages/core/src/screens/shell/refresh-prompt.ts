/** Hosted: asks every ten minutes which version is served, and prompts once when this page is a day behind. */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { deploymentCommitQuery } from '../../data/deployment.js'
import type { Disposable } from '../../kernel/screen.js'
import { shouldPromptRefresh, firstCommitTime } from '../../rules/project/refresh-prompt.js'
import type { Needs } from '../context.js'
import { ready } from './menu-state.js'

/** The question whether the page should be loaded again, since a newer version is served. */
export interface RefreshPrompt extends Disposable {
  /** It stays until it is answered. */
  readonly $isAsked: ReadableAtom<boolean>
  notNow(): void
  refresh(): void
}

export function createRefreshPrompt({
  client,
  queries,
  host,
}: Needs<'host' | 'client' | 'queries'>): RefreshPrompt {
  const $commit = queries.store(deploymentCommitQuery(client))
  const $state = atom<'watching' | 'asked' | 'answered'>('watching')
  let firstSeen: string | undefined
  onMount($state, () =>
    $commit.subscribe((commit) => {
      const now = ready(commit)?.commitTime
      firstSeen = firstCommitTime(firstSeen, now)
      const alreadyAsked = $state.get() !== 'watching'
      if (shouldPromptRefresh({ isPlatform: true, flag: true, firstSeen, now, alreadyAsked }))
        $state.set('asked')
    }),
  )
  return {
    $isAsked: computed($state, (state) => state === 'asked'),
    notNow: () => $state.set('answered'),
    refresh: () => host.navigation.reload?.(),
    dispose() {},
  }
}
