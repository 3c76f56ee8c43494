/** Self-hosted: the version that runs here, the newest ones, and when the next is expected. */
import type { CliRelease } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { cliReleaseQuery } from '../../data/deployment.js'
import type { Disposable } from '../../kernel/screen.js'
import { cliBadge, nextRelease } from '../../rules/help/cli-version.js'
import { cliText } from '../../text/cli.js'
import type { Needs } from '../context.js'

/** What the badge shows, with the lines behind it. */
export interface CliView {
  label: string
  tone: 'accent' | 'quiet'
  /** The badge's name for who can't see it. */
  name: string
  lines: { label: string; value: string }[]
}

/** The badge with the version that runs here, on a self-hosted platform. */
export interface CliBadge extends Disposable {
  /** Null: no version is known. */
  readonly $view: ReadableAtom<CliView | null>
}

const TONES = { beta: 'accent', 'update-available': 'accent', latest: 'quiet' } as const

export function createCliBadge({ client, queries }: Needs<'client' | 'queries'>): CliBadge {
  return {
    $view: computed(queries.store(cliReleaseQuery(client)), (release) =>
      release.status === 'ready' ? viewOf(release.data) : null,
    ),
    dispose() {},
  }
}

function viewOf(release: CliRelease): CliView | null {
  const badge = cliBadge(release)
  if (badge === null) return null
  const { current, latest, beta, published_at } = release
  const next = nextRelease(published_at)
  const line = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : [])
  return {
    label: cliText.badges[badge],
    tone: TONES[badge],
    name: cliText.name(current, cliText.badges[badge]),
    lines: [
      ...line(cliText.current, current),
      ...line(cliText.latest, latest ?? cliText.unknown),
      ...line(cliText.beta, beta),
      ...line(cliText.next, next),
    ],
  }
}
