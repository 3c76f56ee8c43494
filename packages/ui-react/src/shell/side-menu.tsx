/**
 * The pages of one subject, beside the sidebar: resizable or collapsed. On a tablet it is collapsed, on a
 * phone it is a row above the page.
 */
import { SIDE_MENU_WIDTH, type MenuItem, type SideMenu as Menu } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useId, useState, type CSSProperties } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { Link } from '../bind/link.js'
import { FOLDED, useMedia } from '../bind/use-media.js'
import { useRoving } from '../bind/use-roving.js'
import { Badge } from '../elements/badge.js'
import { EdgeHandle } from '../elements/edge-handle.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { Tooltip } from '../elements/tooltip.js'
import styles from './side-menu.module.css'

export function SideMenu() {
  const { shell, preferences } = useDeck()
  const menu = useStore(shell.$sideMenu)
  const isWanted = useStore(preferences.$sideMenu) === 'open'
  const isFolded = useMedia(FOLDED)
  const [isOver, setOver] = useState(false)
  const isOpen = isFolded ? isOver : isWanted
  const toggle = () => (isFolded ? setOver(!isOver) : preferences.$sideMenu.set(isOpen ? 'closed' : 'open'))
  const width = useStore(preferences.$sideMenuWidth)
  const id = useId()
  if (!menu) return null
  const panel = {
    className: styles['panel'],
    'data-open': isOpen,
    'data-over': isFolded && isOver,
    style: { '--own-width': `${width}px` } as CSSProperties,
  }
  return (
    <nav aria-labelledby={id} data-pane {...panel}>
      <h2 id={id} className={styles['title']}>
        {menu.title}
      </h2>
      <div className={styles['toggle']}>
        <IconButton
          label={isOpen ? shellText.collapseMenu : shellText.expandMenu}
          icon={<Icon of={isOpen ? PanelLeftClose : PanelLeftOpen} />}
          aria-expanded={isOpen}
          onClick={toggle}
        />
      </div>
      <Pages menu={menu} titleId={id} onChoose={() => setOver(false)} />
      {isOpen && !isFolded && (
        <EdgeHandle
          label={shellText.resizeMenu}
          width={width}
          {...SIDE_MENU_WIDTH}
          onResize={(wanted) => preferences.$sideMenuWidth.set(wanted)}
        />
      )}
    </nav>
  )
}

function Pages({ menu, titleId, onChoose }: { menu: Menu; titleId: string; onChoose(): void }) {
  return (
    <div ref={useRoving<HTMLDivElement>('down')} data-pane-start className={styles['menu']}>
      {menu.sections.map(({ key, title, items }) => (
        <div key={key} className={styles['section']}>
          {title !== undefined && (
            <h3 id={`${titleId}-${key}`} className={styles['group']}>
              {title}
            </h3>
          )}
          <ul
            className={styles['items']}
            aria-labelledby={title === undefined ? undefined : `${titleId}-${key}`}
          >
            {items.map((item) => (
              <li key={item.key}>
                <Entry item={item} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Entry({ item, onChoose }: { item: MenuItem; onChoose(): void }) {
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
    <Link
      ref={item.active ? showWhole : undefined}
      href={item.href}
      className={styles['item']}
      aria-current={item.active ? 'page' : undefined}
      onClick={onChoose}
    >
      {content}
    </Link>
  )
}

/** Scrolls the active page into view, because on a small screen the row is wider than the screen. */
function showWhole(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
