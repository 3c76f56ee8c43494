import type { AdvisorScreen, Finding, FindingGroup } from '@basedeck/core'
import { advisorText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { SquareTerminal } from 'lucide-react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Gated } from '../parts/gated.js'
import styles from './info-page.module.css'

export function Advisor({ screen }: { screen: AdvisorScreen }) {
  const view = useStore(screen.$view)
  return (
    <Page
      title={screen.title}
      description={screen.lead}
      width="wide"
      actions={
        view.status === 'ready' &&
        view.groups.length > 0 && (
          <Button aria-disabled={view.isChecking} onClick={screen.check}>
            {view.isChecking ? advisorText.checking : advisorText.again}
          </Button>
        )
      }
    >
      <Gated gate={screen.gate}>
        <Findings screen={screen} />
      </Gated>
    </Page>
  )
}

function Findings({ screen }: { screen: AdvisorScreen }) {
  const view = useStore(screen.$view)
  if (view.status === 'loading') return <Skeleton label={shellText.loading} lines={8} />
  if (view.status === 'failed') {
    return <LoadFailure title={advisorText.failed} message={view.message} onRetry={view.retry} />
  }
  if (view.groups.length === 0)
    return (
      <EmptyState title={advisorText.none} body={advisorText.noneBody}>
        <Button aria-disabled={view.isChecking} onClick={screen.check}>
          {view.isChecking ? advisorText.checking : advisorText.again}
        </Button>
      </EmptyState>
    )
  return view.groups.map((group) => <Group key={group.level} group={group} onOpenSql={screen.openSql} />)
}

type OpenSql = AdvisorScreen['openSql']

function Group({ group, onOpenSql }: { group: FindingGroup; onOpenSql: OpenSql }) {
  return (
    <Section title={group.title} actions={<Badge>{group.count}</Badge>} isFlush>
      <ul className={styles['findings']} aria-label={group.title}>
        {group.findings.map((finding) => (
          <FindingRow key={finding.key} finding={finding} onOpenSql={onOpenSql} />
        ))}
      </ul>
    </Section>
  )
}

function FindingRow({ finding, onOpenSql }: { finding: Finding; onOpenSql: OpenSql }) {
  const { title, badge, detail, description, remediation, sql } = finding
  return (
    <li className={styles['finding']}>
      <header>
        <Badge tone={badge.tone}>{badge.label}</Badge>
        <h3>{title}</h3>
      </header>
      <p className={styles['detail']}>{detail}</p>
      <p>{description}</p>
      <dl className={styles['remedy']}>
        <dt>{advisorText.remediation}</dt>
        <dd>{sql === null ? remediation : <pre>{sql}</pre>}</dd>
      </dl>
      {sql !== null && (
        <Button aria-label={advisorText.openSqlOf(detail)} onClick={() => void onOpenSql(finding)}>
          <Icon of={SquareTerminal} size={14} />
          {advisorText.openSql}
        </Button>
      )}
    </li>
  )
}
