import { shellText, type SidebarItem } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import { ChoiceMenu } from '../elements/choice-menu.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { Logo } from '../elements/logo.js'
import styles from './header.module.css'
import { MobileMenu } from './mobile-menu.js'

const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor }

export function Header({ items }: { items: readonly SidebarItem[] }) {
  const { shell, preferences } = useDeck()
  const crumbs = useStore(shell.$breadcrumbs)
  const theme = useStore(preferences.$themeChoice)
  return (
    <header className={styles['header']}>
      <Link href={shell.homeHref} className={styles['logo']} aria-label={shellText.home}>
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
                {crumb.label}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <ChoiceMenu
        align="end"
        value={theme}
        choices={shell.themes}
        onChoose={shell.setTheme}
        trigger={<IconButton label={shellText.theme} icon={<Icon of={THEME_ICONS[theme]} />} />}
      />
      <MobileMenu items={items} />
    </header>
  )
}
