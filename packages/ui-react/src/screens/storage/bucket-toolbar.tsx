/** The way to the open folder, how it is shown, and what comes into it. */
import type { BucketScreen } from '@basedeck/core'
import { storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ArrowDownUp, Columns3, FileUp, FolderPlus, FolderUp, List, RefreshCw, Upload } from 'lucide-react'
import { Link } from '../../bind/link.js'
import { useRoving } from '../../bind/use-roving.js'
import { ActionMenu } from '../../elements/action-menu.js'
import { Button } from '../../elements/button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'
import { ControlButton } from '../../elements/control-button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { SearchField } from '../../elements/search-field.js'
import styles from './bucket.module.css'

const text = storageText.toolbar

export function BucketToolbar({ screen }: { screen: BucketScreen }) {
  const mayChange = useStore(screen.$mayChange)
  return (
    <div
      ref={useRoving<HTMLDivElement>('across')}
      role="toolbar"
      aria-label={text.label}
      data-pane
      className={styles['toolbar']}
    >
      <Path screen={screen} />
      <div className={styles['search']}>
        <SearchField label={text.search} value={useStore(screen.$search)} onChange={screen.search} />
      </div>
      <ViewChoice screen={screen} />
      <SortChoice screen={screen} />
      <IconButton label={text.refresh} icon={<Icon of={RefreshCw} size={14} />} onClick={screen.refresh} />
      <ControlButton
        kind="ghost"
        icon={<Icon of={FolderPlus} size={14} />}
        aria-label={text.newFolder}
        controlState={mayChange}
        onClick={() => screen.newFolder()}
      >
        <span className={styles['label']}>{text.newFolder}</span>
      </ControlButton>
      {screen.canChoose && <UploadMenu screen={screen} />}
    </div>
  )
}

function Path({ screen }: { screen: BucketScreen }) {
  const crumbs = useStore(screen.$crumbs)
  return (
    <nav aria-label={text.path} className={styles['path']}>
      <ol className={styles['crumbs']}>
        {crumbs.map(({ folder, name, href }, at) => (
          <li key={folder}>
            {at > 0 && (
              <span aria-hidden className={styles['slash']}>
                /
              </span>
            )}
            {at === crumbs.length - 1 ? (
              <bdi aria-current="location" className={styles['crumb']} title={name}>
                {name}
              </bdi>
            ) : (
              <Link
                href={href}
                className={styles['crumb']}
                title={name}
                onClick={(event) => {
                  event.preventDefault()
                  screen.open(folder)
                }}
              >
                <bdi>{name}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function ViewChoice({ screen }: { screen: BucketScreen }) {
  const { view } = useStore(screen.$preference)
  const label = screen.views.find(({ value }) => value === view)?.label
  return (
    <ChoiceMenu
      value={view as string}
      choices={screen.views}
      onChoose={screen.setView}
      align="end"
      trigger={
        <Button
          icon={<Icon of={view === 'list' ? List : Columns3} size={14} />}
          aria-label={`${text.view}: ${label}`}
        >
          <span className={styles['label']}>{label}</span>
        </Button>
      }
    />
  )
}

function SortChoice({ screen }: { screen: BucketScreen }) {
  const { sortBy, sortByOrder } = useStore(screen.$preference)
  const label = screen.sorts.find(({ value }) => value === sortBy)?.label ?? ''
  const orders = screen.orders.map(({ label: order }, value) => ({ value, label: order }))
  return (
    <ActionMenu
      align="end"
      groups={[
        {
          label: text.sort,
          items: screen.sorts.map(({ value, label: name }) => ({
            label: name,
            ...(value === sortBy
              ? { detail: screen.orders.find((order) => order.value === sortByOrder)?.label ?? '' }
              : {}),
            onChoose: () => screen.sortBy(value),
          })),
        },
      ]}
      choice={{
        label: text.order,
        value: screen.orders.findIndex(({ value }) => value === sortByOrder),
        choices: orders,
        onChoose: (at) => screen.setOrder(screen.orders[at]?.value ?? 'asc'),
      }}
      trigger={
        <Button icon={<Icon of={ArrowDownUp} size={14} />} aria-label={`${text.sort}: ${label}`}>
          <span className={styles['label']}>{label}</span>
        </Button>
      }
    />
  )
}

function UploadMenu({ screen }: { screen: BucketScreen }) {
  const mayChange = useStore(screen.$mayChange)
  const icon = <Icon of={Upload} size={14} />
  if (mayChange.disabled)
    return (
      <ControlButton kind="primary" icon={icon} controlState={mayChange}>
        {text.upload}
      </ControlButton>
    )
  return (
    <ActionMenu
      align="end"
      groups={[
        {
          items: [
            {
              label: text.uploadFiles,
              icon: <Icon of={FileUp} size={14} />,
              onChoose: () => void screen.chooseFiles('files'),
            },
            {
              label: text.uploadFolder,
              icon: <Icon of={FolderUp} size={14} />,
              onChoose: () => void screen.chooseFiles('folder'),
            },
          ],
        },
      ]}
      trigger={
        <Button kind="primary" icon={icon}>
          {text.upload}
        </Button>
      }
    />
  )
}
