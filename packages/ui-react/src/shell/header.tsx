import { shellText, type SidebarItem } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import { Badge } from '../elements/badge.js'
import { Logo } from '../elements/logo.js'
import { Name } from '../elements/name.js'
import styles from './header.module.css'
import { MobileMenu } from './mobile-menu.js'
import { ProfileButton } from './profile-button.js'

export function Header({ items }: { items: readonly SidebarItem[] }) {
  const { shell } = useDeck()
  const crumbs = useStore(shell.$breadcrumbs)
  const homeHref = useStore(shell.$homeHref)
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
            </li>
          ))}
        </ol>
      </nav>
      {exceeding && (
        <Link href={exceeding.href} className={styles['exceeding']}>
          <Badge tone="bad">{exceeding.label}</Badge>
        </Link>
      )}
      <div className={styles['menus']}>
        <ProfileButton />
        {items.length > 0 && <MobileMenu items={items} />}
      </div>
    </header>
  )
}
