/** The pages of one subject, beside the sidebar; on a small screen a row above the page. */
import type { MenuItem, SideMenu as Menu } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import { Badge } from '../elements/badge.js'
import { Tooltip } from '../elements/tooltip.js'
import styles from './side-menu.module.css'

export function SideMenu() {
  const { shell } = useDeck()
  const menu = useStore(shell.$sideMenu)
  if (!menu) return null
  // Keeps the place, so that nothing jumps.
  if (menu === 'coming') return <div className={styles['menu']} />
  return <Pages menu={menu} />
}

function Pages({ menu }: { menu: Menu }) {
  const id = useId()
  return (
    <nav aria-labelledby={id} className={styles['menu']}>
      <h2 id={id} className={styles['title']}>
        {menu.title}
      </h2>
      {menu.sections.map(({ key, title, items }) => (
        <div key={key} className={styles['section']}>
          {title !== undefined && (
            <h3 id={`${id}-${key}`} className={styles['group']}>
              {title}
            </h3>
          )}
          <ul className={styles['items']} aria-labelledby={title === undefined ? undefined : `${id}-${key}`}>
            {items.map((item) => (
              <li key={item.key}>
                <Entry item={item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const content = (
    <>
      {item.label}
      {item.badge !== undefined && <Badge>{item.badge}</Badge>}
    </>
  )
  if (item.refusal !== undefined) {
    return (
      <Tooltip text={item.refusal} side="right">
        <button type="button" aria-disabled className={styles['item']}>
          {content}
        </button>
      </Tooltip>
    )
  }
  return (
    <Link href={item.href} className={styles['item']} aria-current={item.active ? 'page' : undefined}>
      {content}
    </Link>
  )
}
