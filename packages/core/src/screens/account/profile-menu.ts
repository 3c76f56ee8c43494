/** The user's menu: name, account, sign out. */
import { PlatformError } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { shellText } from '../../text/shell.js'
import type { Needs } from '../context.js'
import { DEFAULT_ORGANIZATION, isHosted } from '../shell/current-page.js'

export interface ProfileMenuView {
  name: string
  /** Null for the local profile. */
  email: string | null
  /** The first letter of the name, as people count letters. */
  initial: string
}

/** The menu of the person who is here. */
export interface ProfileMenu {
  /** Null while it is not known who is here. */
  readonly $view: ReadableAtom<ProfileMenuView | null>
  /** Without accounts there is nothing to sign out of. */
  readonly $maySignOut: ReadableAtom<boolean>
  readonly accountHref: string
  /** The way to an installation's only organization; null where the header has it. */
  readonly $organizationHref: ReadableAtom<string | null>
  signOut(): Promise<void>
}

export function createProfileMenu({
  account,
  router,
  host,
  $runtime,
}: Needs<'host' | 'router' | 'account' | '$runtime'>): ProfileMenu {
  return {
    $view: computed(account.$profile, (profile) => {
      if (profile.status !== 'ready') return null
      const { first_name: name, primary_email: email } = profile.data
      const [initial = '?'] = name
      return { name, email, initial: initial.toLocaleUpperCase() }
    }),
    $maySignOut: computed(account.$authState, ({ accounts }) => accounts === true),
    accountHref: router.href('accountMe'),
    $organizationHref: computed($runtime, (runtime) =>
      runtime.status === 'ready' && !isHosted(runtime)
        ? router.href('organizationProjects', { slug: DEFAULT_ORGANIZATION })
        : null,
    ),
    async signOut() {
      try {
        await account.leave('here')
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error
        host.notifier.notify({ kind: 'error', message: shellText.signOutFailed(error.message) })
      }
    },
  }
}
