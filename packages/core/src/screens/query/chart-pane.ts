/** The chart of the result that shows: whether it is shown in place of the rows, and what was chosen of it. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Host } from '../../ports/index.js'
import { chartTable, fittingChart, type ChartSettings } from '../../rules/results/chart-settings.js'
import { tableOf } from '../../rules/results/export-plan.js'
import type { RunState } from '../../sessions/sql/run-state.js'
import { chartCsv, shownChart, type ShownChart } from '../parts/shown-chart.js'
import { createKeptChart } from './kept-chart.js'
import type { ResultTab } from './result-tabs.js'

/** A result as a chart. Without a result its actions do nothing. */
export interface ChartPane {
  /** The chart of the rows in their order, with their filters. Null while the rows themselves are shown, and without rows. */
  readonly $chart: ReadableAtom<ShownChart | null>
  toggleChart(): void
  setChart(changes: Partial<ChartSettings>): void
  saveChartCsv(): void
  /** Saves a drawing as a PNG; does nothing where the host draws none. */
  saveChartPng(picture: ChartPicture): Promise<void>
}

/** A drawing as a text of SVG, and the size of the picture in pixels. */
export interface ChartPicture {
  svg: string
  width: number
  height: number
}

/** @param key under which the choice is kept on the device; absent: it lasts as long as the page */
export function createChartPane(
  { storage, files }: Pick<Host, 'storage' | 'files'>,
  { $run, $tab }: { $run: ReadableAtom<RunState>; $tab: ReadableAtom<ResultTab> },
  key?: string,
): ChartPane {
  const kept = createKeptChart(storage, key)
  const $kept = atom(kept.read())
  const set = (changes: Partial<ReturnType<typeof $kept.get>>) => {
    $kept.set({ ...$kept.get(), ...changes })
    kept.write($kept.get())
  }
  const shown = () => {
    const tab = $tab.get()
    if (tab.kind !== 'result' || tab.shown === 0) return null
    const table = chartTable(tab.grid.fields, tab.grid.rows)
    return { tab, table, settings: fittingChart(table.columns, $kept.get().settings) }
  }
  const name = () => {
    const state = $run.get()
    return `${state.status === 'success' ? tableOf(state.text.sql) : 'result'}-chart`
  }
  return {
    $chart: computed([$tab, $kept], (_, { isShown }) => {
      const found = isShown ? shown() : null
      if (!found) return null
      const { truncated, rows } = found.tab.result
      return shownChart(found.table, found.settings, truncated ? rows.length : null)
    }),
    toggleChart: () => set({ isShown: !$kept.get().isShown }),
    setChart(changes) {
      const settings = shown()?.settings
      if (settings) set({ settings: { ...settings, ...changes } })
    },
    saveChartCsv() {
      const found = shown()
      const csv = found?.settings ? chartCsv(found.table, found.settings) : null
      if (csv !== null) files.save({ name: `${name()}.csv`, type: 'text/csv', text: csv })
    },
    async saveChartPng(picture) {
      const blob = await files.rasterize?.(picture)
      if (blob) files.save({ name: `${name()}.png`, type: 'image/png', text: '', blob })
    },
  }
}
