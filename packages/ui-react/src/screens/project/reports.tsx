/** Charts of what was measured and counted, which are looked at together, and the database as it is now. */
import type { ReportChartView, ReportsScreen } from '@basedeck/core'
import { exactTime, reportsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '../../elements/button.js'
import { CopyTextButton } from '../../elements/copy-text-button.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Scroller } from '../../elements/scroller.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import { Select } from '../../elements/select.js'
import { SeriesChart } from '../../widgets/series-chart/series-chart.js'
import { InfoParts } from '../info-pages/info-page.js'
import { Gated } from '../parts/gated.js'
import { OwnReports } from './own-reports.js'
import { RouteCalls } from './route-calls.js'
import styles from './reports.module.css'

const BYTES_BASE = 1024

export function Reports({ screen }: { screen: ReportsScreen }) {
  return (
    <Page
      title={screen.title}
      description={text.lead}
      width="list"
      actions={
        <>
          <Select
            label={text.range}
            value={useStore(screen.$range)}
            choices={text.ranges}
            onChoose={screen.setRange}
          />
          <Button onClick={screen.refresh}>{text.refresh}</Button>
        </>
      }
    >
      <Gated gate={screen.gate}>
        <OwnReports own={screen.own} />
        <Charts screen={screen} />
        <RouteCalls screen={screen} />
        <InfoParts screen={screen} />
        <Monitor screen={screen} />
      </Gated>
    </Page>
  )
}

function Monitor({ screen }: { screen: ReportsScreen }) {
  const config = useStore(screen.$scrapeConfig)
  if (config === null) return null
  return (
    <Section
      title={text.monitor}
      description={text.monitorLead}
      actions={<CopyTextButton label={text.monitorConfig} onCopy={screen.copyScrapeConfig} />}
    >
      <Scroller aria-label={text.monitorConfig}>
        <pre className={styles['config']}>{config}</pre>
      </Scroller>
    </Section>
  )
}

function Charts({ screen }: { screen: ReportsScreen }) {
  const [looked, setLooked] = useState<number | null>(null)
  return (
    <RemoteContent state={useStore(screen.$report)}>
      {({ groups, changes }) => (
        <>
          {groups.map(({ id, title, charts }) => (
            <Section key={id} title={title}>
              <div className={styles['charts']}>
                {charts.map((chart) => (
                  <Chart key={chart.id} screen={screen} chart={chart} looked={looked} onLook={setLooked} />
                ))}
              </div>
            </Section>
          ))}
          <Section title={text.changes}>
            {changes.length === 0 ? (
              <p>{text.noChanges}</p>
            ) : (
              <ul className={styles['changes']}>
                {changes.map((change) => (
                  <li key={change.key}>
                    <time dateTime={change.at}>{exactTime(Date.parse(change.at))}</time> {change.text}
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </>
      )}
    </RemoteContent>
  )
}

interface ChartProps {
  screen: ReportsScreen
  chart: ReportChartView
  looked: number | null
  onLook(at: number | null): void
}

function Chart({ screen, chart, looked, onLook }: ChartProps) {
  return (
    <section className={styles['chart']} aria-label={chart.title}>
      <h3>{chart.title}</h3>
      <p className={styles['summary']}>{chart.summary === '' ? text.none : chart.summary}</p>
      {chart.summary !== '' && (
        <SeriesChart
          label={chart.title}
          labels={chart.labels}
          axis={chart.axis}
          series={chart.series}
          kind="line"
          base={chart.unit === 'bytes' ? BYTES_BASE : 10}
          amountText={(amount) => screen.amountText(chart.unit, amount)}
          words={{ ...text, label: text.step }}
          marks={chart.marks}
          looked={looked}
          onLook={onLook}
          onPng={(picture) => void screen.savePng(chart, picture)}
          onCsv={() => screen.saveCsv(chart)}
          actions={
            chart.alertHref !== null && (
              <TextLink href={chart.alertHref} aria-label={text.alertOn(chart.title)}>
                {text.alert}
              </TextLink>
            )
          }
        />
      )}
    </section>
  )
}
