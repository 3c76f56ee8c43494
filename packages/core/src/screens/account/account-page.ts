/** What the account pages share: the way among them, the way back, and whether there are accounts at all. */
import { computed, type ReadableAtom } from 'nanostores'
import { backHref } from '../../rules/shell/back-link.js'
import { accountText } from '../../text/account.js'
import type { Needs } from '../context.js'
import type { ScreenNameOf } from '../pages.js'

/** A link among the account pages. */
export interface AccountPageLink {
  key: 'me' | 'security' | 'tokens' | 'audit' | 'installation'
  label: string
  href: string
  isHere: boolean
}

/** What every account page shows around its own content. */
export interface AccountPage {
  /** Administrators also have the page of the installation. */
  readonly $links: ReadableAtom<AccountPageLink[]>
  readonly $backHref: ReadableAtom<string>
  /** Where it is written how the platform is started with accounts. */
  readonly startHref: string
  /** Undefined while unknown. */
  readonly $hasAccounts: ReadableAtom<boolean | undefined>
}

export function createAccountPage(
  { router, account, navigationHistory }: Needs<'router' | 'account' | 'navigationHistory'>,
  active: AccountPageLink['key'],
): AccountPage {
  const link = (key: AccountPageLink['key'], route: ScreenNameOf<'account'>): AccountPageLink => ({
    key,
    label: accountText.pages[key],
    href: router.href(route),
    isHere: key === active,
  })
  return {
    $links: computed(account.$profile, (profile) => [
      link('me', 'accountMe'),
      link('security', 'accountSecurity'),
      link('tokens', 'accountTokens'),
      link('audit', 'accountAudit'),
      ...((profile.status === 'ready' && profile.data.is_administrator) || active === 'installation'
        ? [link('installation', 'accountInstallation')]
        : []),
    ]),
    $backHref: computed(
      [navigationHistory.$lastLocation, navigationHistory.$lastOrganization],
      (lastLocation, lastOrganization) => backHref({ lastLocation, lastOrganization }),
    ),
    startHref: router.href('docsPage', { page: 'operating' }),
    $hasAccounts: computed(account.$authState, ({ accounts }) => accounts),
  }
}
