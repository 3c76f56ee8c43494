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
    const route = { method: 'GET', refused: 0, failed: 0, p95_ms: 12.5, calls_before: 25 }
    fake.reports.routes = [
      { ...route, service: 'auth', route: '/{ref}/auth/v1/user', calls: 10, failed: 4, calls_before: null },
      { ...route, service: 'data', route: '/{ref}/rest/v1/read', calls: 50 },
    ]
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

test('calls by route are sorted by what is chosen, compared, and lead to their lines and to an alert', async () => {
  const { screen, until, watch } = await open()
  watch(screen.calls.routes.$rows, screen.calls.$notes)
  const rows = () => {
    const found = screen.calls.routes.$rows.get()
    return found.status === 'ready' ? found.data : []
  }
  await until(() => expect(rows()).toHaveLength(2))
  expect(rows()).toMatchObject([
    {
      service: 'Data API',
      route: 'GET /rest/v1/read',
      calls: 50,
      growth: '100% more than before',
      href: '/project/default/logs?q=route%3A%22%2F%7Bref%7D%2Frest%2Fv1%2Fread%22+method%3AGET',
    },
    { service: 'Auth', calls: 10, failed: 4, growth: '' },
  ])
  screen.calls.routes.sorting.by('failed')
  expect(rows().map(({ service }) => service)).toEqual(['Auth', 'Data API'])
  expect(screen.calls.$notes.get()).toEqual([])
  screen.setRange('28d')
  await until(() => expect(screen.calls.$notes.get()[0]).toMatch(/^Lines are kept for 7 days/))
  expect([chartOf(screen, 'cpu')?.alertHref, chartOf(screen, 'wal')?.alertHref]).toEqual([
    '/project/default/settings/log-drains?alert-figure=cpu',
    null,
  ])
})
