/** The pages of one subject, beside the sidebar; on a small screen a row above the page. */
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import styles from './side-menu.module.css'

export function SideMenu() {
  const { shell } = useDeck()
  const menu = useStore(shell.$sideMenu)
  const id = useId()
  if (!menu) return null
  return (
    <nav aria-labelledby={id} className={styles['menu']}>
      <h2 id={id} className={styles['title']}>
        {menu.title}
      </h2>
      <ul className={styles['items']}>
        {menu.items.map((item) => (
          <li key={item.key}>
            <Link href={item.href} className={styles['item']} aria-current={item.active ? 'page' : undefined}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
