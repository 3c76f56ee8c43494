/** The buckets beside every page of the storage, and the way to its policies and settings. */
import type { BucketList, ListedBucket } from '@basedeck/core'
import { shellText, storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Folder, Plus, Settings, Shield } from 'lucide-react'
import { useState } from 'react'
import { useFocusOfOpened } from '../../bind/focus-at-opening.js'
import { Link } from '../../bind/link.js'
import { useRoving } from '../../bind/use-roving.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { SearchField } from '../../elements/search-field.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { VirtualList, type RowAttributes } from '../../elements/virtual-list.js'
import { ListPanel } from '../../shell/list-panel.js'
import { BucketDialogs } from './bucket-dialogs.js'
import styles from './storage-panel.module.css'

const text = storageText.panel
const ROW_HEIGHT = 28
const ICONS = { policies: Shield, settings: Settings }

export function StoragePanel({ list }: { list: BucketList }) {
  const search = useStore(list.$search)
  const count = useStore(list.$count)
  const sort = useStore(list.$sort)
  const links = useRoving<HTMLUListElement>('down')
  return (
    <>
      <ListPanel label={text.label} title={storageText.title} text={text} first={<NewBucket list={list} />}>
        {(closeSheet) => (
          <>
            <div className={styles['find']}>
              <SearchField label={text.search} value={search} onChange={list.search} />
            </div>
            <div className={styles['scroll']}>
              <div className={styles['heading']}>
                <h3>
                  {text.buckets} <span className={styles['count']}>{count}</span>
                </h3>
                <Select label={text.sort} value={sort} choices={list.sorts} onChoose={list.sortBy} />
              </div>
              <Buckets list={list} onOpen={closeSheet} />
              <div className={styles['heading']}>
                <h3>{text.configuration}</h3>
              </div>
              <ul ref={links} className={styles['list']}>
                {list.links.map(({ id, label, href, isCurrent }) => (
                  <li key={id} className={styles['row']}>
                    <Link
                      href={href}
                      className={styles['entry']}
                      aria-current={isCurrent ? 'page' : undefined}
                      onClick={closeSheet}
                    >
                      <Icon of={ICONS[id]} size={14} />
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          </>
        )}
      </ListPanel>
      <BucketDialogs list={list} />
    </>
  )
}

function NewBucket({ list }: { list: BucketList }) {
  const { disabled, hint } = useStore(list.$mayChange)
  return (
    <IconButton
      label={storageText.bucket.create}
      hint={hint}
      icon={<Icon of={Plus} />}
      aria-disabled={disabled}
      onClick={() => !disabled && list.create()}
    />
  )
}

function Buckets({ list, onOpen }: { list: BucketList; onOpen(): void }) {
  const roving = useRoving<HTMLUListElement>('down')
  const [focused, setFocused] = useState<string>()
  const view = useStore(list.$view)
  if (view.status === 'loading')
    return (
      <div className={styles['instead']}>
        <Skeleton label={shellText.loading} lines={4} />
      </div>
    )
  if (view.status === 'failed')
    return <LoadFailure title={text.failed} message={view.message} onRetry={view.retry} />
  if (view.status === 'not-prepared') return <p className={styles['instead']}>{text.none}</p>
  if (view.status === 'empty' || view.status === 'closed')
    return <p className={styles['instead']}>{view.text}</p>
  return (
    <ul ref={roving} data-pane-start className={styles['list']} aria-label={text.buckets}>
      <VirtualList
        items={view.buckets}
        keyOf={({ id }) => id}
        rowHeight={ROW_HEIGHT}
        kept={[view.buckets.find(({ isCurrent }) => isCurrent)?.id, focused]}
        renderGap={(attributes) => <li aria-hidden {...attributes} />}
        renderRow={(bucket, attributes) => (
          <Row bucket={bucket} list={list} attributes={attributes} onFocus={setFocused} onOpen={onOpen} />
        )}
      />
    </ul>
  )
}

interface RowProps {
  bucket: ListedBucket
  list: BucketList
  attributes: RowAttributes
  onFocus(id: string): void
  onOpen(): void
}

function Row({ bucket, list, attributes, onFocus, onOpen }: RowProps) {
  const focus = useFocusOfOpened()
  const { id, name, href, isPublic, isCurrent } = bucket
  return (
    <li {...attributes} className={styles['row']}>
      <Link
        href={href}
        className={styles['entry']}
        aria-current={isCurrent ? 'page' : undefined}
        ref={isCurrent ? (link) => void (link && focus.takes('entry') && link.focus()) : undefined}
        onFocus={() => onFocus(id)}
        onClick={(event) => {
          focus.wants(event)
          onOpen()
        }}
      >
        <Icon of={Folder} size={14} />
        <bdi className={styles['name']} title={name}>
          {name}
        </bdi>
        {isPublic && <small className={styles['badge']}>{text.public}</small>}
      </Link>
      <span className={styles['menu']}>
        <RowMenuButton label={text.menu(name)} actions={() => list.actionsOf(id)} />
      </span>
    </li>
  )
}
