/** A result as a chart: what is drawn, what can be chosen of it, and what the drawing does not show. */
import type { ChartPicture, ShownChart } from '@basedeck/core'
import { CHART_KINDS, type ChartSettings } from '@basedeck/core/rules'
import { chartsText as text } from '@basedeck/core/text'
import type { ReactNode } from 'react'
import { CheckMenu } from '../../elements/check-menu.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Select } from '../../elements/select.js'
import { Switch } from '../../elements/switch.js'
import { SeriesChart } from '../../widgets/series-chart/series-chart.js'
import styles from './result-chart.module.css'

export interface ResultChartProps {
  /** What is drawn, to be read aloud. */
  label: string
  chart: ShownChart
  /** Absent: nothing can be chosen. */
  onChange?(changes: Partial<ChartSettings>): void
  onPng(picture: ChartPicture): void
  onCsv(): void
  /** Beside the choices. */
  actions?: ReactNode
}

export function ResultChart({ label, chart: shown, onChange, onPng, onCsv, actions }: ResultChartProps) {
  const { settings, chart, notes } = shown
  if (settings === null) return <EmptyState title={text.none} body={text.noneDetail} />
  return (
    <div className={styles['chart']}>
      {onChange && <ChartChoices shown={shown} settings={settings} onChange={onChange} actions={actions} />}
      {chart === null ? (
        <p className={styles['notes']}>{text.noneChosen}</p>
      ) : (
        <SeriesChart
          label={label}
          labels={chart.labels}
          series={chart.series}
          kind={settings.kind}
          isStacked={shown.canStack && settings.isStacked}
          positions={chart.positions}
          words={{ ...text, label: settings.x ?? text.rowNumber }}
          onPng={onPng}
          onCsv={onCsv}
        />
      )}
      {notes.length > 0 && <p className={styles['notes']}>{notes.join(' ')}</p>}
    </div>
  )
}

interface ChoicesProps {
  shown: ShownChart
  settings: ChartSettings
  onChange(changes: Partial<ChartSettings>): void
  actions?: ReactNode
}

function ChartChoices({ shown, settings, onChange, actions }: ChoicesProps) {
  return (
    <div role="group" aria-label={text.settings} className={styles['choices']}>
      <Select
        label={text.kind}
        value={settings.kind}
        choices={CHART_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
        onChoose={(value) => onChange({ kind: CHART_KINDS.find((kind) => kind === value) ?? 'line' })}
      />
      <label className={styles['choice']}>
        <span aria-hidden>{text.x}</span>
        <Select
          label={text.x}
          value={settings.x ?? ''}
          choices={shown.axes}
          onChoose={(value) => onChange({ x: value === '' ? null : value })}
        />
      </label>
      <CheckMenu
        name={text.y}
        none={text.noValues}
        values={settings.y}
        choices={shown.values}
        onChoose={(y) => onChange({ y })}
      />
      {shown.groups.length > 1 && settings.x !== null && (
        <label className={styles['choice']}>
          <span aria-hidden>{text.group}</span>
          <Select
            label={text.group}
            value={settings.group ?? ''}
            choices={shown.groups}
            onChoose={(value) => onChange({ group: value === '' ? null : value })}
          />
        </label>
      )}
      {shown.canStack && (
        <Switch
          label={text.stacked}
          isOn={settings.isStacked}
          onChange={(isStacked) => onChange({ isStacked })}
        />
      )}
      <Switch
        label={text.cumulative}
        isOn={settings.isCumulative}
        onChange={(isCumulative) => onChange({ isCumulative })}
      />
      {actions}
    </div>
  )
}
