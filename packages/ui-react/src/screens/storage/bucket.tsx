/** The explorer of a bucket: its folders and files as columns or as a list, and the details of one file. */
import type { BucketScreen, RemovedItems } from '@basedeck/core'
import { storageText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useMemo, useRef } from 'react'
import { useFocusOfOpened } from '../../bind/focus-at-opening.js'
import { Confirm } from '../../elements/confirm.js'
import { Name } from '../../elements/name.js'
import { Skeleton } from '../../elements/skeleton.js'
import { useLast } from '../../bind/use-last.js'
import { RouteErrorPage } from '../../shell/route-error.js'
import { Gated } from '../parts/gated.js'
import { BucketFooter } from './bucket-footer.js'
import { BucketToolbar } from './bucket-toolbar.js'
import styles from './bucket.module.css'
import { FolderView, type WantedFolder } from './folder-view.js'
import { ItemPanel } from './item-panel.js'
import { MoveItems } from './move-items.js'
import pageStyles from './storage-page.module.css'
import { StoragePanel } from './storage-panel.js'

export function Bucket({ screen }: { screen: BucketScreen }) {
  const missing = useStore(screen.$missing)
  const thing = useStore(screen.$thing)
  if (missing) return <RouteErrorPage routeError={missing} />
  return (
    <section className={pageStyles['page']}>
      <StoragePanel list={screen.list} />
      <div className={pageStyles['content']}>
        <h1 className={pageStyles['hidden']}>
          <Name isWhole>{thing ?? screen.title}</Name>
        </h1>
        <Gated gate={screen.gate}>
          <BucketToolbar screen={screen} />
          <div className={styles['area']}>
            <Folders screen={screen} />
            <ItemPanel screen={screen} />
          </div>
          <BucketFooter screen={screen} />
          <MoveItems moving={screen.moving} />
          <Deletion screen={screen} />
        </Gated>
      </div>
    </section>
  )
}

function Folders({ screen }: { screen: BucketScreen }) {
  const columns = useStore(screen.$columns)
  const { view } = useStore(screen.$preference)
  const area = useRef<HTMLDivElement>(null)
  const wanted = useWantedFolder()
  return (
    <div ref={area} data-pane="main" className={styles['columns']} data-view={view}>
      {columns.length === 0 && (
        <div className={styles['loading']}>
          <Skeleton label={text.list.loading} lines={6} />
        </div>
      )}
      {columns.map((column, at) => (
        <FolderView
          key={column.folder}
          screen={screen}
          column={column}
          isList={view === 'list'}
          isLast={at === columns.length - 1}
          parent={columns[at - 1]?.folder ?? null}
          wanted={wanted}
          area={area}
        />
      ))}
    </div>
  )
}

/** The folder that gets the focus when its items are there. */
function useWantedFolder(): WantedFolder {
  const opened = useFocusOfOpened()
  const folder = useRef<string | null>(null)
  return useMemo(
    () => ({
      want(next: string) {
        folder.current = next
      },
      isMet(shown: string) {
        if (shown === '' && opened.takes('content')) return true
        if (folder.current !== shown) return false
        folder.current = null
        return true
      },
    }),
    [opened],
  )
}

function Deletion({ screen }: { screen: BucketScreen }) {
  const state = useStore(screen.deletion.$state)
  const subject = useLast<RemovedItems>(state.status === 'open' ? state.subject : null)
  return (
    <Confirm question={screen.deletion} title={({ title }) => title} confirmLabel={text.remove.confirm}>
      <p>{subject?.body}</p>
    </Confirm>
  )
}
