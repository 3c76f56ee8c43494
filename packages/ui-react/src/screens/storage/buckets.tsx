/** The buckets, with none of them open. */
import type { BucketsScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { TextLink } from '../../elements/text-link.js'
import { Gated } from '../parts/gated.js'
import { StoragePanel } from './storage-panel.js'
import styles from './storage-page.module.css'

export function Buckets({ screen }: { screen: BucketsScreen }) {
  return (
    <section className={styles['page']}>
      <StoragePanel list={screen.list} />
      <div className={styles['content']}>
        <h1 className={styles['hidden']}>{screen.title}</h1>
        <div className={styles['instead']}>
          <Gated gate={screen.gate}>
            <Beside screen={screen} />
          </Gated>
        </div>
      </div>
    </section>
  )
}

function Beside({ screen }: { screen: BucketsScreen }) {
  const view = useStore(screen.$view)
  if (!view) return null
  return (
    <EmptyState title={view.title} body={view.body}>
      {view.create && (
        <ControlButton kind="primary" controlState={view.create} onClick={screen.list.create}>
          {view.create.label}
        </ControlButton>
      )}
      {view.step && <TextLink href={view.step.href}>{view.step.label}</TextLink>}
    </EmptyState>
  )
}
