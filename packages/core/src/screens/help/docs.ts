/** The documentation that the product brings along: its list, and one page of it. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import { guide, type GuidePage } from '../../text/guide/index.js'
import { helpText } from '../../text/help.js'
import type { Needs } from '../context.js'

const text = helpText.docs

/** A page of the documentation, as the list links it. */
export interface DocsLink {
  key: string
  title: string
  lead: string
  href: string
}

/** `/docs` and the pages below it. */
export interface DocsScreen extends Disposable {
  readonly title: string
  /** What the open page is called; null on the list. */
  readonly $thing: ReadableAtom<string | null>
  readonly lead: string
  readonly contentsHref: string
  /** Every page of this platform's kind. */
  readonly $pages: ReadableAtom<DocsLink[]>
  /** The open page; null on the list, and where there is no such page. */
  readonly page: GuidePage | null
  /** The address names a page that does not exist. */
  readonly isMissing: boolean
  readonly $previous: ReadableAtom<DocsLink | null>
  readonly $next: ReadableAtom<DocsLink | null>
}

/** @param params without a page: the list */
export function createDocs(
  { router, $runtime }: Needs<'router' | '$runtime'>,
  { page: wanted, title }: { page?: string; title: string },
): DocsScreen {
  const page = guide.find(({ key }) => key === wanted) ?? null
  const isMissing = wanted !== undefined && page === null
  const thing = page?.title ?? (isMissing ? text.missingTitle : null)
  const $pages = computed($runtime, (runtime) => {
    const hasAccounts = runtime.status === 'ready' && runtime.data.accounts
    return guide
      .filter(({ needsAccounts, key }) => hasAccounts || !needsAccounts || key === page?.key)
      .map(({ key, title, lead }): DocsLink => ({
        key,
        title,
        lead,
        href: router.href('docsPage', { page: key }),
      }))
  })
  const beside = (step: 1 | -1) =>
    computed($pages, (pages) => {
      const at = pages.findIndex(({ key }) => key === page?.key)
      return at < 0 ? null : (pages[at + step] ?? null)
    })
  return {
    title: thing ?? title,
    $thing: atom(thing),
    lead: page?.lead ?? (isMissing ? text.missingBody : text.lead),
    contentsHref: router.href('docs'),
    $pages,
    page,
    isMissing,
    $previous: beside(-1),
    $next: beside(1),
    dispose() {},
  }
}
