/** Where the user was, so that pages outside the work, such as the account's, lead back to it. */
import { atom, type ReadableAtom } from 'nanostores'
import { persisted } from '../../kernel/persisted.js'
import type { Router } from '../../kernel/router.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { KeyValueStorage } from '../../ports/index.js'
import { isAuxiliaryPage, organizationIn } from '../../rules/shell/back-link.js'

export interface NavigationHistory extends Disposable {
  /** The last address of this window that belongs to the work; null before the first one. */
  readonly $lastLocation: ReadableAtom<string | null>
  /** Slug of the organization visited last on this device; empty before the first one. */
  readonly $lastOrganization: ReadableAtom<string>
}

export function createNavigationHistory(storage: KeyValueStorage, router: Router<string>): NavigationHistory {
  const scope = createScope()
  const $lastLocation = atom<string | null>(null)
  const { $value: $lastOrganization, dispose } = persisted(storage, {
    key: 'basedeck:last-organization',
    fallback: '',
    decode: (text) => text,
    encode: String,
  })
  scope.add(dispose)
  scope.add(
    router.$route.subscribe(({ match, location }) => {
      if (!match || isAuxiliaryPage(location.pathname)) return
      $lastLocation.set(location.pathname + location.search + location.hash)
      const slug = organizationIn(location.pathname)
      if (slug !== null) $lastOrganization.set(slug)
    }),
  )
  return { $lastLocation: $lastLocation, $lastOrganization, dispose: scope.dispose }
}
