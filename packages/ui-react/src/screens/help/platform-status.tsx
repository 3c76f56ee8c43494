import type { PlatformStatusScreen } from '@basedeck/core'
import { helpText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { FactList } from '../../elements/fact-list.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Time } from '../../elements/time.js'
import styles from './platform-status.module.css'

const text = helpText.status

export function PlatformStatus({ screen }: { screen: PlatformStatusScreen }) {
  const view = useStore(screen.$view)
  return (
    <Page
      title={screen.title}
      description={screen.lead}
      actions={
        view.status === 'ready' && (
          <Button aria-disabled={view.isChecking} onClick={screen.check}>
            {view.isChecking ? text.checking : text.check}
          </Button>
        )
      }
    >
      {view.status === 'loading' && <Skeleton label={shellText.loading} lines={6} />}
      {view.status === 'failed' && <LoadFailure message={view.message} onRetry={view.retry} />}
      {view.status === 'ready' && (
        <>
          <output className={styles['summary']} data-tone={view.summary.tone}>
            {view.summary.title}
          </output>
          <Section title={text.partsTitle} isFlush>
            <ul aria-label={text.partsTitle} className={styles['parts']}>
              {view.rows.map(({ key, label, badge, detail }) => (
                <li key={key}>
                  <span className={styles['part']}>{label}</span>
                  {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
                  <Badge tone={badge.tone}>{badge.label}</Badge>
                </li>
              ))}
            </ul>
          </Section>
          <Section title={text.aboutTitle}>
            <FactList
              facts={[
                { key: 'version', label: text.version, value: <code>{view.version}</code> },
                { key: 'started', label: text.started, value: <Time at={view.startedAt} /> },
              ]}
            />
          </Section>
        </>
      )}
    </Page>
  )
}
