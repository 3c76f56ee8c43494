import { shellText, type SidebarMenu } from '@basedeck/core'
import { ChevronsUpDown, GitBranch } from 'lucide-react'
import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import { Badge } from '../elements/badge.js'
import { Icon } from '../elements/icon.js'
import { Icon } from '../elements/icon.js'
import { Logo } from '../elements/logo.js'
import { Name } from '../elements/name.js'
import styles from './header.module.css'
import { MobileMenu } from './mobile-menu.js'
import { PickerButton } from './picker-button.js'
import { ProfileButton } from './profile-button.js'

export function Header({ menu }: { menu: SidebarMenu | null }) {
  const { shell } = useDeck()
  const crumbs = useStore(shell.$breadcrumbs)
  const homeHref = useStore(shell.$homeHref)
  const branch = useStore(shell.$branch)
  // Beside the project, whose branch it is.
  const branchAt = crumbs.findIndex(({ isProject }) => isProject)
  const exceeding = useStore(shell.$exceeding)
  return (
    <header className={styles['header']}>
      <Link href={homeHref} className={styles['logo']} aria-label={shellText.home}>
        <Logo />
      </Link>
      <nav aria-label={shellText.breadcrumbs} className={styles['crumbs']}>
        <ol>
          {crumbs.map((crumb, index) => (
            <li key={crumb.href}>
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
              {branch && index === branchAt && (
                <PickerButton kind="branch" label={shellText.pickers.branch(branch.name)}>
                  <Icon of={GitBranch} size={14} />
                  <span className={styles['branch']}>{branch.name}</span>
                  <Badge tone={branch.badge.tone}>{branch.badge.label}</Badge>
                </PickerButton>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {exceeding && (
        <Link href={exceeding.href} className={styles['exceeding']} aria-label={exceeding.label}>
          <Badge tone="bad">{exceeding.label}</Badge>
          <Icon of={TriangleAlert} />
        </Link>
      )}
      <div className={styles['menus']}>
        <ProfileButton />
        {menu && <MobileMenu menu={menu} />}
      </div>
    </header>
  )
}
