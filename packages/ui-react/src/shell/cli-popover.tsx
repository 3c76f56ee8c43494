/** The versions that run here and elsewhere. */
import { Popover } from '@base-ui/react/popover'
import type { CliView } from '@basedeck/core'
import type { ReactElement } from 'react'
import { useMenuState } from '../bind/use-menu-state.js'
import { usePortalContainer } from '../elements/portal-container.js'
import styles from './cli-badge.module.css'

/** Opens when it is mounted, since the first press of its button loads it. `trigger` replaces that button. */
export function CliPopover({ view, trigger }: { view: CliView; trigger: ReactElement }) {
  return (
    <Popover.Root {...useMenuState(true)}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal container={usePortalContainer()}>
        <Popover.Positioner sideOffset={6} align="end" className={styles['positioner']}>
          <Popover.Popup className={styles['popup']} aria-label={view.name}>
            <dl className={styles['lines']}>
              {view.lines.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
