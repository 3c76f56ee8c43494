/**
 * The tabs above the editors. Arrow keys go along them, Delete or a middle click closes one, Shift and an arrow moves it; a
 * double click keeps a preview.
 */
import { ContextMenu } from '@base-ui/react/context-menu'
import type { TabBar as Bar, TabEntry } from '@basedeck/core'
import { tabsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { CircleDot, Plus, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useMenuState } from '../bind/use-menu-state.js'
import { useRoving } from '../bind/use-roving.js'
import { Link } from '../bind/link.js'
import { usePortalContainer } from '../elements/portal-container.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import menu from '../elements/menu.module.css'
import { RecentMenu } from './recent-menu.js'
import styles from './tab-bar.module.css'
import { tabIcon } from './tab-icon.js'

export function TabBar({ bar }: { bar: Bar }) {
  const tabs = useStore(bar.$tabs)
  return (
    <nav
      ref={useRoving<HTMLElement>('across')}
      data-pane
      aria-label={tabsText.label}
      className={styles['bar']}
    >
      <ul className={styles['tabs']}>
        {tabs.map((tab) => (
          <Tab key={tab.id} tab={tab} bar={bar} />
        ))}
      </ul>
      <div className={styles['end']}>
        <IconButton label={tabsText.newQuery} icon={<Icon of={Plus} />} onClick={bar.newQuery} />
        <RecentMenu bar={bar} />
      </div>
    </nav>
  )
}

function Tab({ tab, bar }: { tab: TabEntry; bar: Bar }) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (press(event, tab, bar)) event.preventDefault()
  }
  return (
    <ContextMenu.Root {...useMenuState()}>
      <ContextMenu.Trigger
        render={
          <li
            className={styles['tab']}
            data-active={tab.isActive || undefined}
            data-preview={tab.isPreview || undefined}
          />
        }
      >
        <Link
          href={tab.href}
          className={styles['link']}
          aria-current={tab.isActive ? 'page' : undefined}
          title={tab.label}
          ref={tab.isActive ? showWhole : undefined}
          onKeyDown={onKeyDown}
          onDoubleClick={() => bar.keep(tab.id)}
          onAuxClick={(event) => {
            if (event.button !== MIDDLE) return
            event.preventDefault()
            bar.close(tab.id)
          }}
          onDragStart={(event) => event.dataTransfer.setData(DRAGGED, tab.id)}
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
          }}
          onDrop={(event) => {
            const dragged = event.dataTransfer.getData(DRAGGED)
            if (dragged === '') return
            event.preventDefault()
            bar.moveTo(dragged, tab.id)
          }}
        >
          <Icon of={tabIcon(tab.type)} size={14} />
          <span className={styles['hidden']}>{tab.kind} </span>
          <span className={styles['label']}>{tab.label}</span>
          {tab.hasEdits && (
            <span className={styles['edited']} title={tabsText.edited}>
              <Icon of={CircleDot} size={12} />
              <span className={styles['hidden']}> ({tabsText.edited})</span>
            </span>
          )}
          {tab.isPreview && <span className={styles['hidden']}> ({tabsText.preview})</span>}
        </Link>
        <button
          type="button"
          className={styles['close']}
          aria-label={tab.closeLabel}
          onClick={() => bar.close(tab.id)}
        >
          <Icon of={X} size={14} />
        </button>
      </ContextMenu.Trigger>
      <TabMenu tab={tab} bar={bar} />
    </ContextMenu.Root>
  )
}

function TabMenu({ tab, bar }: { tab: TabEntry; bar: Bar }) {
  const canReopen = useStore(bar.$canReopen)
  const isOnly = useStore(bar.$tabs).length === 1
  return (
    <ContextMenu.Portal container={usePortalContainer()}>
      <ContextMenu.Positioner className={menu['positioner']}>
        <ContextMenu.Popup className={menu['popup']}>
          {tab.isPreview && (
            <ContextMenu.Item className={menu['item']} onClick={() => bar.keep(tab.id)}>
              {tabsText.keep}
            </ContextMenu.Item>
          )}
          <ContextMenu.Item className={menu['item']} onClick={() => bar.close(tab.id)}>
            {tabsText.closeOne}
          </ContextMenu.Item>
          <ContextMenu.Item
            className={menu['item']}
            disabled={isOnly}
            onClick={() => bar.closeBeside(tab.id, 'others')}
          >
            {tabsText.closeOthers}
          </ContextMenu.Item>
          <ContextMenu.Item
            className={menu['item']}
            disabled={tab.isLast}
            onClick={() => bar.closeBeside(tab.id, 'to-the-right')}
          >
            {tabsText.closeToTheRight}
          </ContextMenu.Item>
          <ContextMenu.Item className={menu['item']} onClick={() => bar.closeAll(tab.id)}>
            {tab.closeAllLabel}
          </ContextMenu.Item>
          <ContextMenu.Item className={menu['item']} disabled={!canReopen} onClick={bar.reopen}>
            {tabsText.reopen}
          </ContextMenu.Item>
        </ContextMenu.Popup>
      </ContextMenu.Positioner>
    </ContextMenu.Portal>
  )
}

/** The middle button of the mouse. */
const MIDDLE = 1
const DRAGGED = 'application/x-basedeck-tab'
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 }

/** @returns whether the key was handled */
function press({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>, tab: TabEntry, bar: Bar) {
  if (key === 'Delete') {
    const item = currentTarget.closest('li')
    linkIn(item?.nextElementSibling ?? item?.previousElementSibling)?.focus()
    bar.close(tab.id)
    return true
  }
  const step = STEPS[key]
  // Without Shift the arrow leads to the next tab, as in every row of controls.
  if (step === undefined || !shiftKey) return false
  bar.shift(tab.id, step)
  return true
}

function linkIn(item: Element | null | undefined): HTMLElement | null {
  return item?.querySelector('a') ?? null
}

function showWhole(link: HTMLElement | null): void {
  link?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
