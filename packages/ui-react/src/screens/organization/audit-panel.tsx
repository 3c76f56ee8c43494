/** All of one entry of the audit log. */
import type { AuditList } from '@basedeck/core'
import { organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { FactList } from '../../elements/fact-list.js'
import { SidePanel } from '../../elements/side-panel.js'
import styles from './audit.module.css'

const text = organizationText.audit

export function AuditPanel({ list }: { list: AuditList }) {
  const entry = useStore(list.$open)
  const last = useLast(entry)
  return (
    <SidePanel open={entry !== null} title={last?.title ?? ''} closeLabel={text.close} onClose={list.close}>
      {last && (
        <div className={styles['panel']}>
          <FactList
            facts={last.facts.map(({ label, value, isCode = false }) => ({
              key: label,
              label,
              value: isCode ? <code>{value}</code> : <bdi>{value}</bdi>,
            }))}
          />
          {last.changes.length > 0 && (
            <section aria-labelledby="audit-changes">
              <h3 id="audit-changes">{text.detail}</h3>
              <FactList
                facts={last.changes.map(({ field, value }) => ({
                  key: field,
                  label: field,
                  value: <bdi>{value}</bdi>,
                }))}
              />
            </section>
          )}
        </div>
      )}
    </SidePanel>
  )
}
