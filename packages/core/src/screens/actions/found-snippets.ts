/** Queries of the open project whose names have the words in them, asked of the platform; none before something is typed. */
import { computed, type ReadableAtom } from 'nanostores'
import { foundSnippetsQuery } from '../../data/content.js'
import { queryLabel } from '../../rules/sql/query-label.js'
import type { Needs } from '../context.js'
import { refAtHand } from '../shell/current-page.js'

export interface FoundSnippet {
  href: string
  name: string
  isShared: boolean
}

export function foundSnippets(
  { client, queries, router, $runtime }: Needs<'client' | 'queries' | 'router' | '$runtime'>,
  $words: ReadableAtom<string>,
): ReadableAtom<FoundSnippet[]> {
  const $ref = computed([router.$route, $runtime], ({ match }, runtime) =>
    refAtHand(match?.params['ref'], runtime),
  )
  const $query = computed([$ref, $words], (ref, words) => {
    const search = words.trim()
    if (ref === null || search === '') return null
    const { key, fetch, staleMs = 0 } = foundSnippetsQuery(client, ref, search)
    return { key, staleMs, fetch: async (signal: AbortSignal) => ({ ref, found: await fetch(signal) }) }
  })
  return computed(
    queries.follow<{
      ref: string
      found: Awaited<ReturnType<ReturnType<typeof foundSnippetsQuery>['fetch']>>
    }>($query),
    (remote) => {
      if (remote?.status !== 'ready') return []
      const { ref, found } = remote.data
      return found.map(({ id, visibility, ...listed }) => ({
        href: router.href('sqlEditor', { ref, id }),
        name: queryLabel(listed).label,
        isShared: visibility === 'project',
      }))
    },
  )
}
