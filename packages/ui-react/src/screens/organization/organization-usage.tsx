import type { OrganizationUsageScreen, UsageDays, UsageRow } from '@basedeck/core'
import { usageText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Meter } from '../../elements/meter.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { Select } from '../../elements/select.js'
import { TextLink } from '../../elements/text-link.js'
import { DayChart } from '../../widgets/day-chart/day-chart.js'
import styles from './organization-usage.module.css'

export function OrganizationUsage({ screen }: { screen: OrganizationUsageScreen }) {
  const rows = useStore(screen.$rows)
  const isExceeding = useStore(screen.$isExceeding)
  return (
    <Page title={screen.title} description={text.body} width="list">
      <Filters screen={screen} />
      {isExceeding && (
        <p className={styles['exceeding']} role="note">
          <b>{text.exceedingTitle}.</b> {text.exceedingBody}
        </p>
      )}
      <RemoteContent state={rows}>
        {(metrics) =>
          metrics.length === 0 ? (
            <EmptyState title={text.none} body={text.noneBody} />
          ) : (
            metrics.map((row) => <Metric key={row.metric} screen={screen} row={row} />)
          )
        }
      </RemoteContent>
    </Page>
  )
}

function Filters({ screen }: { screen: OrganizationUsageScreen }) {
  const period = useStore(screen.$period)
  const project = useStore(screen.$project)
  const projects = useStore(screen.$projects)
  return (
    <div className={styles['filters']}>
      <Select label={text.project} value={project} choices={projects} onChoose={screen.setProject} />
      <Select label={text.period} value={period} choices={screen.periods} onChoose={screen.setPeriod} />
    </div>
  )
}

function Metric({ screen, row }: { screen: OrganizationUsageScreen; row: UsageRow }) {
  const project = useStore(screen.$project)
  const days = useStore(screen.$days)
  return (
    <Section
      title={
        <>
          {row.label} {row.isOver && <Badge tone="bad">{text.over}</Badge>}
        </>
      }
      description={row.measured === null ? row.summary : `${row.summary}. ${row.measured}`}
    >
      {row.share !== null && (
        <Meter label={row.label} share={row.share} text={row.summary} isOver={row.isOver} />
      )}
      <RemoteContent state={days}>{(byMetric) => <Days days={byMetric[row.metric]} />}</RemoteContent>
      {project === '' && row.projects.length > 1 && <Projects row={row} />}
    </Section>
  )
}

const WORDS = {
  day: text.day,
  amount: text.used,
  showTable: text.showTable,
  showChart: text.showChart,
}

function Days({ days }: { days: UsageDays | undefined }) {
  if (!days) return null
  return (
    <div className={styles['days']}>
      {days.hasAny ? <DayChart {...days} words={WORDS} /> : <p>{text.nothingInPeriod}</p>}
    </div>
  )
}

function Projects({ row }: { row: UsageRow }) {
  return (
    <div className={styles['projects']}>
      <h3>{text.byProject}</h3>
      <ul data-tone="plain">
        {row.projects.map(({ ref, name, used, href }) => (
          <li key={ref}>
            <TextLink href={href}>
              <Name>{name}</Name>
            </TextLink>
            <span>{used}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
