import { afterEach, expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.js'
import type { ReportsScreen } from './reports.js'

const DAY = 24 * 60 * 60_000
let ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends) end()
  ends = []
})

const chartOf = (screen: ReportsScreen, id: string) => {
  const report = screen.$report.get()
  return report.status === 'ready'
    ? report.data.groups.flatMap(({ charts }) => charts).find((chart) => chart.id === id)
    : undefined
}

async function open(search = '') {
  const opened = await openScreen('reports', `/project/default/reports${search}`, (fake) => {
    const point = (hour: number, sum: number) => ({
      at: new Date(hour * 60 * 60_000).toISOString(),
      sum,
      max: sum,
      last: sum,
    })
    fake.reports.points = { API_REQUESTS: [point(2, 10), point(26, 25)], CONNECTIONS: [point(30, 7)] }
    fake.reports.changes = [
      { at: new Date(30 * 60 * 60_000).toISOString(), action: 'function.deploy', target: 'hello' },
    ]
  })
  ends.push(opened.end)
  opened.host.clock.advance(2 * DAY)
  opened.screen.refresh()
  opened.watch(opened.screen.$report)
  return opened
}

test('a day is compared with the day before, and changes are marked', async () => {
  const { screen, until } = await open()
  await until(() => expect(chartOf(screen, 'requests')?.summary).toBe('25 in all, 150% more than before'))
  expect(chartOf(screen, 'connections')).toMatchObject({
    summary: 'Peak 7',
    marks: [{ text: 'Function hello was deployed' }],
  })
  expect(chartOf(screen, 'size')?.summary).toBe('')
})

test('another time stands in the address, and its points are read', async () => {
  const { screen, until, host } = await open('?time=7d')
  expect(screen.$range.get()).toBe('7d')
  await until(() => expect(chartOf(screen, 'requests')?.summary).toBe('35 in all'))
  screen.setRange('1d')
  expect(host.navigation.current().search).toBe('')
  await until(() => expect(chartOf(screen, 'requests')?.summary).toContain('25 in all'))
})

test('a chart is saved as CSV', async () => {
  const { screen, until, host } = await open()
  await until(() => expect(chartOf(screen, 'requests')).toBeDefined())
  const chart = chartOf(screen, 'requests')
  if (chart) screen.saveCsv(chart)
  expect(host.saved.at(-1)).toMatchObject({ name: 'default-requests.csv', type: 'text/csv' })
  expect(host.saved.at(-1)?.text).toMatch(/^Time,Calls\r\n/)
})
