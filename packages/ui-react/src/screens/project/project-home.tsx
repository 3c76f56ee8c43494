import type { ActivityView, Fact, ProjectHomeScreen, ProjectHomeView, Step } from '@basedeck/core'
import { projectText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import {
  Database,
  FileCode,
  FileSpreadsheet,
  KeyRound,
  Plug,
  Settings,
  ShieldAlert,
  SquareTerminal,
  Table2,
} from 'lucide-react'
import { Link } from '../../bind/link.js'
import { ControlButton } from '../../elements/control-button.js'
import { Badge } from '../../elements/badge.js'
import { CopyButton } from '../../elements/copy-button.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { FactList } from '../../elements/fact-list.js'
import { Icon } from '../../elements/icon.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import styles from './project-home.module.css'
import { OpenedImport } from '../import/opened-import.js'
import { Findings, History, Recent } from './project-overview.js'

const STEP_ICONS = {
  sample: Database,
  csv: FileSpreadsheet,
  dump: FileCode,
  connect: Plug,
  table: Table2,
  security: ShieldAlert,
  tables: Table2,
  sql: SquareTerminal,
  keys: KeyRound,
  settings: Settings,
} satisfies Record<Step['key'], unknown>

export function ProjectHome({ screen }: { screen: ProjectHomeScreen }) {
  const view = useStore(screen.$view)
  const activity = useStore(screen.$activity)
  if (view.status === 'loading') {
    return (
      <Page title={screen.title} width="list">
        <Skeleton label={shellText.loading} lines={6} />
      </Page>
    )
  }
  if (view.status === 'failed') {
    return (
      <Page title={projectText.loadFailed} width="list">
        <LoadFailure message={view.message} onRetry={view.retry} />
      </Page>
    )
  }
  return (
    <Page
      width="list"
      title={
        <span className={styles['title']}>
          <Name isWhole>{view.name}</Name>
          <Badge tone={view.badge.tone}>{view.badge.label}</Badge>
        </span>
      }
    >
      <Notice screen={screen} view={view} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <section aria-labelledby="steps">
            <h2 id="steps">{view.stepsTitle}</h2>
            <ul className={styles['steps']}>
              {view.steps.map((step) => (
                <li key={step.key}>
                  <StepCard step={step} />
                </li>
              ))}
            </ul>
          </section>
          <SampleProblem screen={screen} />
          <Findings screen={screen} />
          <History screen={screen} />
        </div>
        <div className={styles['column']}>
          <Recent screen={screen} />
          <section aria-labelledby="database">
            <h2 id="database">{projectText.databaseTitle}</h2>
            <FactList
              facts={view.facts.map((fact) => ({
                key: fact.key,
                label: fact.label,
                value: <FactValue fact={fact} copy={screen.copy} />,
              }))}
            />
          </section>
          <Activity activity={activity} />
        </div>
      </div>
      <OpenedImport importing={screen.importing} />
    </Page>
  )
}

function StepCard({ step }: { step: Step }) {
  const inside = (
    <>
      <Icon of={STEP_ICONS[step.key]} size={18} />
      <span>
        <strong>{step.title}</strong>
        {step.body}
      </span>
    </>
  )
  if (step.href !== null)
    return (
      <Link href={step.href} className={styles['step']}>
        {inside}
      </Link>
    )
  return (
    <button type="button" className={styles['step']} aria-disabled={step.isRunning} onClick={step.run}>
      {inside}
    </button>
  )
}

function SampleProblem({ screen }: { screen: ProjectHomeScreen }) {
  const problem = useStore(screen.$sampleProblem)
  return problem !== null && <ErrorAlert title={projectText.sample.failed} remarks={[problem]} />
}

function Notice({
  screen,
  view,
}: {
  screen: ProjectHomeScreen
  view: Extract<ProjectHomeView, { status: 'ready' }>
}) {
  const mayResume = useStore(screen.$mayResume)
  const isResuming = useStore(screen.$isResuming)
  const problem = useStore(screen.$resumeProblem)
  const { notice, resume } = view
  return (
    <>
      {notice && (
        <div className={styles['notice']} data-tone={notice.tone}>
          <output>{notice.text}</output>
          {resume && (
            <div className={styles['ways']}>
              <ControlButton
                kind="primary"
                controlState={mayResume}
                aria-disabled={isResuming}
                onClick={screen.resume}
              >
                {isResuming ? projectText.resuming : resume.label}
              </ControlButton>
              {resume.settingsLabel !== undefined && (
                <TextLink href={resume.settingsHref}>{resume.settingsLabel}</TextLink>
              )}
            </div>
          )}
        </div>
      )}
      {problem !== null && <ErrorAlert title={problem} />}
    </>
  )
}

function FactValue({ fact, copy }: { fact: Fact; copy: (text: string) => Promise<boolean> }) {
  if (fact.at !== undefined) return <Time at={fact.at} />
  if (!fact.copyable) return fact.value
  return (
    <>
      <code>{fact.value}</code>
      <CopyButton label={projectText.copy(fact.label)} onCopy={() => copy(fact.value)} />
    </>
  )
}

function Activity({ activity }: { activity: ActivityView }) {
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">{projectText.activityTitle}</h2>
      {activity.status === 'loading' && <Skeleton label={shellText.loading} lines={3} />}
      {activity.status === 'failed' && <LoadFailure message={activity.message} onRetry={activity.retry} />}
      {activity.status === 'closed' && <p className={styles['none']}>{projectText.activityClosed}</p>}
      {activity.status === 'ready' && activity.entries.length === 0 && (
        <p className={styles['none']}>{projectText.activityNone}</p>
      )}
      {activity.status === 'ready' && activity.entries.length > 0 && (
        <ol className={styles['activity']}>
          {activity.entries.map((entry) => (
            <li key={entry.key}>
              <span className={styles['target']} title={entry.action}>
                <Name>{entry.sentence}</Name>
              </span>
              <span className={styles['when']}>
                <bdi>{entry.who}</bdi> · <Time at={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
