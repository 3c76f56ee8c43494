import type { LogLine } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.js'
import type { LogsScreen } from './logs.js'

/** Noon of the first day that the clock of the tests knows. */
const NOW = 12 * 60 * 60_000
const REQUEST = '3f2c8e62-1d3e-4c62-9d5e-b53b8d6b4a5e'
let ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends) end()
  ends = []
})

function line(minutesAgo: number, more: Partial<LogLine>): Omit<LogLine, 'id'> {
  return {
    time: new Date(NOW - minutesAgo * 60_000).toISOString(),
    source: 'data',
    level: 'info',
    request_id: '',
    message: '',
    fields: {},
    ...more,
  }
}

function withLines(fake: FakePlatform): void {
  fake.logs.add('default', line(1, { message: 'GET /todos 200', fields: { status: 200, ms: 4 } }))
  fake.logs.add(
    'default',
    line(5, {
      message: 'POST /hello 500',
      level: 'error',
      source: 'functions',
      request_id: REQUEST,
      fields: { status: 500, function: 'hello' },
    }),
  )
  fake.logs.add(
    'default',
    line(5.01, { message: 'deadlock', level: 'error', source: 'postgres', request_id: REQUEST }),
  )
  fake.logs.add('default', line(300, { message: 'long ago' }))
}

async function open(search = '') {
  const opened = await openScreen('logs', `/project/default/logs${search}`, withLines)
  ends.push(opened.end)
  const { screen, host, watch } = opened
  host.clock.advance(NOW - host.clock.now())
  screen.refresh()
  watch(screen.$rows, screen.$timeline, screen.$notes, screen.$open, screen.$filters, screen.$liveText)
  return opened
}

const messages = (screen: LogsScreen) => {
  const rows = screen.$rows.get()
  return rows.status === 'ready' ? rows.rows.map(({ message }) => message) : rows.status
}

test('the lines of the last hour are listed, the newest first, and counted by time', async () => {
  const { screen, until } = await open()
  await until(() => expect(messages(screen)).toEqual(['GET /todos 200', 'POST /hello 500', 'deadlock']))
  await until(() => expect(screen.$timeline.get()).toMatchObject({ data: { summary: '3 lines' } }))
  expect(screen.$notes.get()).toEqual(['Lines are kept for 7 days.'])
})

test('a search is sent after a pause, or at once by Enter, and stands in the address', async () => {
  const { screen, host, until } = await open()
  await until(() => expect(messages(screen)).toHaveLength(3))
  screen.search('level:error -deadlock')
  expect(host.navigation.current().search).toBe('')
  screen.searchNow()
  await until(() => expect(messages(screen)).toEqual(['POST /hello 500']))
  expect(new URLSearchParams(host.navigation.current().search).get('q')).toBe('level:error -deadlock')
  screen.search('nothing-like-this')
  host.clock.advance(400)
  await until(() => expect(screen.$rows.get()).toMatchObject({ status: 'empty', mayClear: true }))
  screen.clear()
  await until(() => expect(messages(screen)).toHaveLength(3))
})

test('the search leads to an alert on it', async () => {
  const { screen, watch } = await open('?q=status%3A500')
  expect(watch(screen.$alertHref)()).toBe('/project/default/settings/log-drains?alert=status%3A500')
})

test('an address opens the same search, time and line', async () => {
  const at = (NOW - 5 * 60_000) * 1000 + 2
  const { screen, until } = await open(`?q=level%3Aerror&time=15m&line=${at}`)
  expect([screen.$text.get(), screen.$range.get().label]).toEqual(['level:error', 'Last 15 minutes'])
  await until(() => expect(screen.$open.get()?.message).toBe('POST /hello 500'))
})

test('a line shows its fields, where it leads, and what else happened in its request', async () => {
  const { screen, fake, until } = await open()
  await until(() => expect(messages(screen)).toHaveLength(3))
  screen.open(fake.logs.lines['default']?.[1]?.id ?? '')
  await until(() => expect(screen.$open.get()?.request).toMatchObject({ status: 'ready' }))
  expect(screen.$open.get()).toMatchObject({
    fields: [
      { name: 'source', value: 'functions' },
      { name: 'level', value: 'error' },
      { name: 'request_id', value: REQUEST },
      { name: 'status', value: '500' },
      { name: 'function', value: 'hello' },
    ],
    links: [{ label: 'Function hello', href: '/project/default/functions/hello' }],
    request: {
      rows: [
        { message: 'deadlock', afterMs: 0, isOpen: false },
        { message: 'POST /hello 500', afterMs: 600, isOpen: true },
      ],
    },
  })
  screen.narrow('status', '500', false)
  await until(() => expect(messages(screen)).toEqual(['POST /hello 500']))
  screen.close()
  expect(screen.$open.get()).toBeNull()
})

test('words set the time, a part of the time line zooms in, and out again', async () => {
  const { screen, until } = await open()
  expect(screen.setRange('soon')).toBe(false)
  expect(screen.setRange('6h')).toBe(true)
  await until(() => expect(messages(screen)).toHaveLength(4))
  await until(() => expect(screen.$timeline.get().status).toBe('ready'))
  const timeline = screen.$timeline.get()
  const bars = timeline.status === 'ready' ? timeline.data.bars : []
  const at = bars.findIndex(({ total }) => total > 0)
  screen.zoom(at, at)
  await until(() => expect(messages(screen)).toEqual(['long ago']))
  screen.$zoomOut.get()?.()
  await until(() => expect(messages(screen)).toHaveLength(4))
  expect(screen.$zoomOut.get()).toBeNull()
})

test('live, new lines come by themselves', async () => {
  const { screen, fake, host, until } = await open()
  await until(() => expect(messages(screen)).toHaveLength(3))
  screen.setLive(true)
  await until(() => expect(screen.$liveText.get()).toBe('Live: the newest 3 lines'))
  expect(host.navigation.current().search).toBe('?live=true')
  fake.logs.add('default', line(0, { message: 'just now' }))
  screen.refresh()
  await until(() => expect(messages(screen)[0]).toBe('just now'))
})

test('what is not kept or dropped is said', async () => {
  const { screen, fake, until } = await open()
  fake.logs.status = { state: 'disk-full' }
  fake.logs.processesAway = 1
  fake.logs.add('default', line(0.5, { source: 'log', level: 'warn', fields: { dropped: 1200 } }))
  screen.refresh()
  await until(() =>
    expect(screen.$notes.get()).toEqual([
      expect.stringContaining('disk is full'),
      expect.stringContaining('did not answer'),
      expect.stringContaining('1,200 lines'),
    ]),
  )
})

test('the lines are saved as a file, and a shared address has a fixed time', async () => {
  const { screen, host, until } = await open()
  await until(() => expect(messages(screen)).toHaveLength(3))
  screen.download('csv')
  expect(host.saved.at(-1)).toMatchObject({ name: 'logs-default.csv', type: 'text/csv' })
  expect(await screen.copyAddress()).toBe(true)
  expect(host.copied.at(-1)).toContain('time=1970-01-01T11%3A00%3A00.000Z..1970-01-01T12%3A00%3A00.000Z')
})

async function openExplorer() {
  const opened = await openScreen('logsExplorer', '/project/default/logs/explorer', withLines)
  ends.push(opened.end)
  opened.watch(opened.screen.$result, opened.screen.$saved, opened.screen.saving.$values)
  return opened
}

test('a query over logs runs, and its rows make a chart', async () => {
  const { screen, fake, host } = await openExplorer()
  fake.logs.answer = () => ({ columns: ['route', 'n'], rows: [['/a', '2']] })
  await screen.run()
  expect(screen.$result.get()).toMatchObject({
    status: 'ready',
    columns: ['route', 'n'],
    rows: [{ cells: ['/a', '2'] }],
  })
  expect(screen.$chart.get()).toBeNull()
  screen.toggleChart()
  expect(screen.$chart.get()?.chart).toMatchObject({ labels: ['/a'], series: [{ name: 'n', values: [2] }] })
  screen.setChart({ isCumulative: true, kind: 'area' })
  screen.saveChartCsv()
  expect(host.saved.at(-1)).toMatchObject({ name: 'logs-default-chart.csv', text: 'route,n\n/a,2\n' })
})

test('a refusal is shown, and a cancelled query stays cancelled', async () => {
  const { screen } = await openExplorer()
  await screen.run('delete from logs')
  expect(screen.$result.get()).toMatchObject({ status: 'failed', message: expect.stringContaining('SELECT') })
  const running = screen.run('select 1')
  screen.cancel()
  await running
  expect(screen.$result.get()).toEqual({ status: 'cancelled' })
})

test('a query is saved, opened and deleted', async () => {
  const { screen, until } = await openExplorer()
  screen.type('select 1')
  screen.save()
  screen.saving.set('name', 'Ones')
  screen.saving.set('isShared', true)
  await screen.saving.submit()
  await until(() => expect(screen.$saved.get()).toMatchObject([{ name: 'Ones', isShared: true }]))
  const [saved] = screen.$saved.get()
  screen.chooseTemplate('slow')
  screen.openSaved(saved?.id ?? '')
  expect(screen.$sql.get()).toBe('select 1')
  if (saved) screen.deletion.ask(saved)
  await screen.deletion.confirm()
  await until(() => expect(screen.$saved.get()).toEqual([]))
})
