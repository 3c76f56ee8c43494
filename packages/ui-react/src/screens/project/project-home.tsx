import { errorText, projectText, shellText, type Fact, type ProjectHomeScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { SquareTerminal } from 'lucide-react'
import { Link } from '../../bind/link.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Icon } from '../../elements/icon.js'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './project-home.module.css'

export function ProjectHome({ screen }: { screen: ProjectHomeScreen }) {
  const view = useStore(screen.$view)
  return (
    <div className={styles['page']}>
      {view.status === 'loading' && <Skeleton label={shellText.loading} lines={6} />}
      {view.status === 'failed' && (
        <>
          <h1>{projectText.loadFailed}</h1>
          <ErrorAlert title={view.message}>
            <Button onClick={view.retry}>{errorText.retry}</Button>
          </ErrorAlert>
        </>
      )}
      {view.status === 'ready' && (
        <>
          <header className={styles['header']}>
            <h1>{view.name}</h1>
            <Badge tone={view.badge.tone}>{view.badge.label}</Badge>
          </header>
          {view.notice && (
            <output className={styles['notice']} data-tone={view.notice.tone}>
              {view.notice.text}
            </output>
          )}
          <section aria-labelledby="first-steps">
            <h2 id="first-steps">{projectText.stepsTitle}</h2>
            <Link href={view.sqlHref} className={styles['step']}>
              <Icon of={SquareTerminal} size={18} />
              <span>
                <strong>{projectText.openSql}</strong>
                {projectText.openSqlBody}
              </span>
            </Link>
          </section>
          <section aria-labelledby="database">
            <h2 id="database">{projectText.databaseTitle}</h2>
            <dl className={styles['facts']}>
              {view.facts.map((fact) => (
                <FactRow key={fact.key} fact={fact} copy={screen.copy} />
              ))}
            </dl>
          </section>
        </>
      )}
    </div>
  )
}

function FactRow({ fact, copy }: { fact: Fact; copy: (text: string) => Promise<boolean> }) {
  return (
    <div className={styles['fact']}>
      <dt>{fact.label}</dt>
      <dd>
        {fact.copyable ? <code>{fact.value}</code> : fact.value}
        {fact.copyable && <CopyButton label={projectText.copy(fact.label)} onCopy={() => copy(fact.value)} />}
      </dd>
    </div>
  )
}
