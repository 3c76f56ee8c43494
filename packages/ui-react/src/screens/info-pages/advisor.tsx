import type { AdvisorScreen, Finding, FindingGroup } from '@basedeck/core'
import { advisorText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { SquareTerminal } from 'lucide-react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Icon } from '../../elements/icon.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { ObjectPanels } from '../objects/object-panels-view.js'
import { Gated } from '../parts/gated.js'
import styles from './info-page.module.css'

export function Advisor({ screen }: { screen: AdvisorScreen }) {
  const view = useStore(screen.$view)
  return (
    <Page
      title={screen.title}
      description={screen.lead}
      width="list"
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
        <ObjectPanels panels={screen.objects} />
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
  return (
    <>
      {view.groups.map((group) => (
        <Group key={group.level} group={group} screen={screen} />
      ))}
      <Dismissal screen={screen} />
    </>
  )
}

function Group({ group, screen }: { group: FindingGroup; screen: AdvisorScreen }) {
  return (
    <Section title={group.title} actions={<Badge>{group.count}</Badge>} isFlush>
      <ul className={styles['findings']} aria-label={group.title}>
        {group.findings.map((finding) => (
          <FindingRow key={finding.key} finding={finding} screen={screen} />
        ))}
      </ul>
    </Section>
  )
}

function FindingRow({ finding, screen }: { finding: Finding; screen: AdvisorScreen }) {
  const { key, title, badge, detail, description, remediation, sql, remedy, dismissed } = finding
  const mayDismiss = useStore(screen.$mayDismiss)
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
      {dismissed && (
        <p>
          {dismissed.because}
          {dismissed.until && (
            <>
              {' · '}
              {advisorText.countsAgain} <Time at={dismissed.until} />
            </>
          )}
        </p>
      )}
      <div className={styles['findingButtons']}>
        {remedy !== null && !dismissed && (
          <Button aria-label={remedy.name} onClick={remedy.run}>
            {remedy.label}
          </Button>
        )}
        {sql !== null && (
          <Button aria-label={advisorText.openSqlOf(detail)} onClick={() => void screen.openSql(finding)}>
            <Icon of={SquareTerminal} size={14} />
            {advisorText.openSql}
          </Button>
        )}
        <ControlButton
          kind="ghost"
          controlState={mayDismiss}
          aria-label={dismissed ? advisorText.restoreOf(detail) : advisorText.dismissOf(detail)}
          onClick={() => (dismissed ? void screen.restore(finding) : screen.dismissal.open(key))}
        >
          {dismissed ? advisorText.restore : advisorText.dismiss}
        </ControlButton>
      </div>
    </li>
  )
}

function Dismissal({ screen }: { screen: AdvisorScreen }) {
  const { $key, form, close } = screen.dismissal
  const text = advisorText.form
  return (
    <FormDialog
      open={useStore($key) !== null}
      title={text.title}
      remark={text.body}
      form={form}
      submitLabel={text.save}
      sendingLabel={text.saving}
      onClose={close}
      onDone={close}
    >
      <TextField form={form} name="reason" label={text.reason} takesFocus />
      <SelectField
        form={form}
        name="time"
        label={text.time}
        choices={[
          { value: 'always', label: text.times.always },
          { value: 'month', label: text.times.month },
          { value: 'quarter', label: text.times.quarter },
        ]}
      />
    </FormDialog>
  )
}
