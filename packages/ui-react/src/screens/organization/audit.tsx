/** The audit log of an organization. */
import type { AuditScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Page } from '../../elements/page.js'
import { AuditDownload, AuditEntries } from './audit-entries.js'

export function Audit({ screen }: { screen: AuditScreen }) {
  return (
    <Page
      title={screen.title}
      description={useStore(screen.$retention)}
      width="list"
      actions={<AuditDownload list={screen} />}
    >
      <AuditEntries list={screen} />
    </Page>
  )
}
