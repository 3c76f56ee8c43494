import type { AccountAuditScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { AuditDownload, AuditEntries } from '../organization/audit-entries.js'
import { AccountFrame } from './account-frame.js'

export function AccountAudit({ screen }: { screen: AccountAuditScreen }) {
  return (
    <AccountFrame
      page={screen.page}
      title={screen.title}
      description={useStore(screen.$lead)}
      actions={<AuditDownload list={screen} />}
    >
      <AuditEntries list={screen} />
    </AccountFrame>
  )
}
