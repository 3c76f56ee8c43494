/** The home of a project beyond its facts: findings, the last 24 hours, recent items. */
import type { HistoryView, ProjectHomeScreen } from '@basedeck/core'
import { projectText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Link } from '../../bind/link.js'
import { Badge } from '../../elements/badge.js'
import { Icon } from '../../elements/icon.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Name } from '../../elements/name.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Sparkline } from '../../elements/sparkline.js'
import { TextLink } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { tabIcon } from '../../shell/tab-icon.js'
import styles from './project-overview.module.css'

export function Findings({ screen }: { screen: ProjectHomeScreen }) {
  const findings = useStore(screen.$findings)
  const text = projectText.findings
  if (findings.status === 'closed') return null
  return (
    <section aria-labelledby="findings">
      <header className={styles['header']}>
        <h2 id="findings">{text.title}</h2>
        {findings.status === 'ready' &&
          findings.counts.map(({ key, label, tone }) => (
            <Badge key={key} tone={tone}>
              {label}
            </Badge>
          ))}
      </header>
      <div className={styles['card']}>
        {findings.status === 'loading' && <Skeleton label={shellText.loading} lines={3} />}
        {findings.status === 'failed' && (
          <LoadFailure title={text.failed} message={findings.message} onRetry={findings.retry} />
        )}
        {findings.status === 'ready' && (
          <>
            {findings.top.length === 0 && <p className={styles['none']}>{text.none}</p>}
            {findings.top.length > 0 && (
              <ul className={styles['list']} aria-label={text.title}>
                {findings.top.map(({ key, title, detail, href, tone }) => (
                  <li key={key}>
                    <Link href={href} className={styles['row']}>
                      <span className={styles['dot']} data-tone={tone} />
                      <span className={styles['words']}>
                        <span className={styles['name']}>{title}</span>
                        <span className={styles['detail']}>{detail}</span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
            <p className={styles['links']}>
              {findings.more > 0 && <span>{text.more(findings.more)}</span>}
              {findings.links.map(({ key, label, href }) => (
                <TextLink key={key} href={href}>
                  {label}
                </TextLink>
              ))}
            </p>
          </>
        )}
      </div>
    </section>
  )
}

export function Recent({ screen }: { screen: ProjectHomeScreen }) {
  const recent = useStore(screen.$recent)
  const text = projectText.recent
  return (
    <section aria-labelledby="recent">
      <header className={styles['header']}>
        <h2 id="recent">{text.title}</h2>
      </header>
      <div className={styles['card']}>
        {recent.length === 0 && <p className={styles['none']}>{text.none}</p>}
        {recent.length > 0 && (
          <ul className={styles['list']} aria-label={text.title}>
            {recent.map(({ id, label, kind, type, href, at }) => (
              <li key={id}>
                <Link href={href} className={styles['row']}>
                  <Icon of={tabIcon(type)} />
                  <span className={styles['words']}>
                    <span className={styles['name']}>
                      <Name>{label}</Name>
                    </span>
                    <span className={styles['detail']}>
                      {kind} · <Time at={at} />
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

export function History({ screen }: { screen: ProjectHomeScreen }) {
  const history = useStore(screen.$history)
  if (history.length === 0) return null
  return (
    <section aria-labelledby="history">
      <header className={styles['header']}>
        <h2 id="history">{projectText.history.title}</h2>
        <TextLink href={screen.reportsHref}>{projectText.history.toReports}</TextLink>
      </header>
      <div className={styles['card']}>
        <ul className={styles['measures']} aria-label={projectText.history.title}>
          {history.map((view) => (
            <Measure key={view.key} view={view} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Measure({ view: { label, now, line, told } }: { view: HistoryView }) {
  return (
    <li className={styles['measure']}>
      <p>
        <span className={styles['label']}>{label}</span>
        <strong>{now}</strong>
      </p>
      {line && <Sparkline points={line.points} />}
      <p className={styles['told']}>{told}</p>
    </li>
  )
}
