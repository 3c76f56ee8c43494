/** What was chosen of the chart of a query's result, kept on the device with the query. */
import * as v from 'valibot'
import type { KeyValueStorage } from '../../ports/index.js'
import { CHART_KINDS, type ChartSettings } from '../../rules/results/chart-settings.js'

const schema = v.object({
  isShown: v.boolean(),
  settings: v.nullable(
    v.object({
      kind: v.picklist(CHART_KINDS),
      x: v.nullable(v.string()),
      y: v.array(v.string()),
      group: v.nullable(v.string()),
      isStacked: v.boolean(),
      isCumulative: v.boolean(),
    }),
  ),
})

/** `settings` null: nothing was chosen. */
export interface KeptChart {
  isShown: boolean
  settings: ChartSettings | null
}

/** @param key absent: nothing is stored */
export function createKeptChart(storage: KeyValueStorage, key?: string) {
  const own = key === undefined ? undefined : `basedeck:result-chart:${key}`
  return {
    read(): KeptChart {
      const none = { isShown: false, settings: null }
      if (own === undefined) return none
      try {
        return v.parse(schema, JSON.parse(storage.get(own) ?? ''))
      } catch {
        // What another version or hand wrote is ignored.
        return none
      }
    },
    write(chart: KeptChart): void {
      if (own !== undefined) storage.set(own, JSON.stringify(chart))
    },
  }
}
