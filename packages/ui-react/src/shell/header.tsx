/** The header: logo, breadcrumbs with their pickers, search, help and profile. */
import type { SidebarMenu } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChevronsUpDown, GitBranch, TriangleAlert } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { lazyComponent } from '../bind/lazy-component.js'
import { Link } from '../bind/link.js'
import { Badge } from '../elements/badge.js'
import { classNames } from '../elements/class-names.js'
import { Icon } from '../elements/icon.js'
import { Logo } from '../elements/logo.js'
import { Name } from '../elements/name.js'
import styles from './header.module.css'
import { BellButton } from './bell-button.js'
import { AssistantButton } from './assistant-button.js'
import { ConnectButton } from './connect-button.js'
import { HelpButton } from './help-button.js'
import { MobileMenu } from './mobile-menu.js'
import { PickerButton } from './picker-button.js'
import { ProfileButton } from './profile-button.js'
import { SearchButton } from './search-button.js'

const ImpersonationBadge = lazyComponent(
  async () => (await import('./impersonation-badge.js')).ImpersonationBadge,
)
const CliBadge = lazyComponent(async () => (await import('./cli-badge.js')).CliBadge)

export function Header({ menu }: { menu: SidebarMenu | null }) {
  const { shell, impersonationNotice } = useDeck()
  const impersonation = useStore(impersonationNotice.$shown)
  const crumbs = useStore(shell.$breadcrumbs)
  const homeHref = useStore(shell.$homeHref)
  const mobileHomeHref = useStore(shell.$mobileHomeHref)
  const branch = useStore(shell.$branch)
  // After the project that the branch belongs to.
  const branchAt = crumbs.findIndex(({ part }) => part === 'project')
  const cliBadge = useStore(shell.extras.$cliBadge)
  const exceeding = useStore(shell.$exceeding)
  const plan = useStore(shell.$plan)
  return (
    <header data-pane data-prints className={styles['header']}>
      <Link
        href={homeHref}
        className={classNames(styles['logo'], styles['wide'])}
        aria-label={shellText.home}
      >
        <Logo />
      </Link>
      <Link
        href={mobileHomeHref}
        className={classNames(styles['logo'], styles['narrow'])}
        aria-label={shellText.home}
      >
        <Logo />
      </Link>
      <nav aria-label={shellText.breadcrumbs} className={styles['crumbs']}>
        <ol>
          {crumbs.map((crumb, index) => (
            <li key={crumb.href} data-part={crumb.part}>
              <Link
                href={crumb.href}
                className={styles['crumb']}
                aria-current={index === crumbs.length - 1 ? 'page' : undefined}
              >
                <Name>{crumb.label}</Name>
              </Link>
              {crumb.picker && (
                <PickerButton kind={crumb.picker} label={shellText.pickers[crumb.picker]}>
                  <Icon of={ChevronsUpDown} size={14} />
                </PickerButton>
              )}
              {plan !== null && crumb.part === 'organization' && (
                <span className={styles['plan']}>
                  <Badge tone="quiet">{plan}</Badge>
                </span>
              )}
              {exceeding && crumb.part === 'organization' && (
                <Link
                  href={exceeding.href}
                  className={classNames(styles['exceeding'], styles['wide'])}
                  aria-label={exceeding.label}
                >
                  <Badge tone="bad">{exceeding.label}</Badge>
                </Link>
              )}
              {branch && index === branchAt && (
                <>
                  <span className={styles['environment']}>
                    <Badge tone={branch.badge.tone}>{branch.badge.label}</Badge>
                  </span>
                  <PickerButton kind="branch" label={shellText.pickers.branch(branch.name)}>
                    <span className={styles['branch']}>
                      <Icon of={GitBranch} size={14} />
                      <bdi>{branch.name}</bdi>
                    </span>
                    <Badge tone={branch.badge.tone}>{branch.badge.label}</Badge>
                  </PickerButton>
                </>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {impersonation && <ImpersonationBadge shown={impersonation} />}
      {exceeding && (
        <Link
          href={exceeding.href}
          className={classNames(styles['exceeding'], styles['narrow'])}
          aria-label={exceeding.label}
        >
          <Icon of={TriangleAlert} />
        </Link>
      )}
      <div className={styles['menus']}>
        {cliBadge && <CliBadge badge={cliBadge} />}
        <ConnectButton />
        <SearchButton />
        {/* On a phone the menu contains the help entries, where there is a menu. */}
        <div className={classNames(styles['help'], menu !== null && styles['wide'])}>
          <AssistantButton />
          <HelpButton />
        </div>
        <BellButton />
        <ProfileButton />
        {menu && <MobileMenu menu={menu} />}
      </div>
    </header>
  )
}
