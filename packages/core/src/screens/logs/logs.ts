/** `/project/{ref}/logs`: the lines of all services, searched, counted by time, opened with what belongs to them. SPEC §2 */
import { LOG_SOURCES, type LogCounts, type LogLine, type LogPage } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  logCountsQuery,
  logLineQuery,
  logLinesQuery,
  logsKey,
  requestLinesQuery,
  type LogsAsked,
} from '../../data/logs.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Paged } from '../../kernel/paged.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { chosenValues, readLogQuery, withToggled, withValue } from '../../rules/logs/log-query.js'
import { logLinesFile, type LogFileForm } from '../../rules/logs/log-lines-file.js'
import {
  rangeBounds,
  readLogRange,
  USUAL_RANGE,
  writeLogRange,
  type LogRange,
} from '../../rules/logs/log-range.js'
import { LEVELS_DRAWN, timelineBars, timeOfBars, type TimelineBar } from '../../rules/logs/log-timeline.js'
import { errorText } from '../../text/errors.js'
import { logsText as text } from '../../text/logs.js'
import { axisTimes, exactTime } from '../../text/time.js'
import type { Needs } from '../context.js'
import { openLineView, type OpenLine } from './open-line.js'

/** One line of the list. */
export interface LogRow {
  id: string
  /** ISO 8601. */
  time: string
  level: LogLine['level']
  levelLabel: string
  source: string
  message: string
  /** Milliseconds, as a text; empty: it took no time that is known. */
  took: string
  isOpen: boolean
}

/** What the list shows. */
export type LogRows =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | { status: 'empty'; title: string; body: string; mayClear: boolean }
  | {
      status: 'ready'
      rows: LogRow[]
      hasMore: boolean
      loadingMore: boolean
      outdated: boolean
      problem?: string
    }

/** The lines by time. */
export interface Timeline {
  bars: (TimelineBar & { label: string; text: string })[]
  /** What stands below the bars. */
  axis: string[]
  summary: string
}

/** A filter with several values at once. */
export interface LogFilter {
  field: 'level' | 'source'
  name: string
  none: string
  values: readonly string[]
  choices: readonly { value: string; label: string }[]
}

/** The page of the logs. */
export interface LogsScreen extends Disposable {
  readonly title: string
  readonly $text: ReadableAtom<string>
  /** What of the text is no condition. */
  readonly $problems: ReadableAtom<readonly string[]>
  /** What is typed; it is searched after a pause. */
  search(text: string): void
  /** Searches what is typed at once. */
  searchNow(): void
  clear(): void
  readonly $filters: ReadableAtom<readonly LogFilter[]>
  toggle(field: LogFilter['field'], value: string): void
  /** Adds a condition to the search, or its opposite. */
  narrow(field: string, value: string, not: boolean): void
  /** The time, as an address writes it, and as a reader reads it. */
  readonly $range: ReadableAtom<{ value: string; label: string }>
  /** False: the words name no time. */
  setRange(words: string): boolean
  readonly $timeline: ReadableAtom<Remote<Timeline>>
  /** Looks at the time of the bars between two indexes. */
  zoom(first: number, last: number): void
  /** Back to the time before the last zoom; null: there was none. */
  readonly $zoomOut: ReadableAtom<(() => void) | null>
  readonly $rows: ReadableAtom<LogRows>
  loadMore(): void
  readonly $isLive: ReadableAtom<boolean>
  /** What a screen reader and the page say while lines come; empty: they don't. */
  readonly $liveText: ReadableAtom<string>
  setLive(isLive: boolean): void
  /** Searches again, up to now. */
  refresh(): void
  readonly $notes: ReadableAtom<readonly string[]>
  readonly $open: ReadableAtom<OpenLine | null>
  open(id: string): void
  close(): void
  copyOpen(): Promise<boolean>
  /** Saves the lines that are shown as a file. */
  download(form: LogFileForm): void
  copyAddress(): Promise<boolean>
  readonly explorerHref: string
  /** Where the search becomes an alert. */
  readonly $alertHref: ReadableAtom<string>
}

/** Milliseconds without typing. */
const PAUSE_MS = 400

export function createLogs(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { ref, title }: { ref: string; title: string },
): LogsScreen {
  const { host, client, queries, router } = context
  const { clock } = host
  const scope = createScope()
  const address = new URLSearchParams(router.$route.get().location.search)
  const local = () => {
    const now = clock.now()
    return { now, offsetMinutes: -new Date(now).getTimezoneOffset() }
  }
  const $text = atom(address.get('q') ?? '')
  const $sent = atom($text.get())
  const $range = atom<LogRange>(readLogRange(address.get('time') ?? '', local()) ?? USUAL_RANGE)
  const $before = atom<LogRange[]>([])
  const $askedAt = atom(clock.now())
  const $isLive = atom(address.get('live') === 'true')
  const asked = address.get('line')
  const $openId = atom(asked !== null && /^\d{1,16}$/.test(asked) ? asked : null)
  /** A line of another page of the list, or of the request of the open one. */
  const $openLine = atom<LogLine | null>(null)

  const $asked = computed([$sent, $range, $askedAt], (sent, range, now): LogsAsked => ({
    terms: readLogQuery(sent).terms,
    range,
    now,
  }))
  const { $list, loadMore } = queries.paged(
    computed([$asked, $isLive], (asked, isLive) => logLinesQuery(client, ref, asked, isLive)),
  )
  const $counts = queries.follow(
    computed([$asked, $isLive], (asked, isLive) => logCountsQuery(client, ref, asked, isLive)),
  )
  const $known = computed([$list, $openId, $openLine], (list, id, known) => {
    const listed = list.status === 'ready' ? list.items.find((line) => line.id === id) : undefined
    return listed ?? (known?.id === id ? known : null)
  })
  // The line of an address may be on no page of the list that was read.
  const $fetched = queries.follow(
    computed([$openId, $known], (id, known) => (id === null || known ? null : logLineQuery(client, ref, id))),
  )
  const $found = computed(
    [$known, $fetched],
    (known, fetched) => known ?? (fetched?.status === 'ready' ? fetched.data : null),
  )
  const $requestId = computed($found, (line) => line?.request_id ?? '')
  const $request = queries.follow(
    computed($requestId, (id) => (id === '' ? null : requestLinesQuery(client, ref, id))),
  )

  let stopWaiting = () => {}
  scope.add(() => stopWaiting())

  const ownPath = router.href('logs', { ref })
  function addressOf({ time, isLive }: { time: LogRange; isLive: boolean }): string {
    const parts = new URLSearchParams()
    if ($sent.get() !== '') parts.set('q', $sent.get())
    const written = writeLogRange(time)
    if (written !== writeLogRange(USUAL_RANGE)) parts.set('time', written)
    if (isLive) parts.set('live', 'true')
    const line = $openId.get()
    if (line !== null) parts.set('line', line)
    const search = parts.toString()
    return ownPath + (search === '' ? '' : `?${search}`)
  }
  function show(): void {
    router.open(addressOf({ time: $range.get(), isLive: $isLive.get() }), { replace: true })
  }

  function send(): void {
    stopWaiting()
    if ($sent.get() === $text.get()) return
    $sent.set($text.get())
    $askedAt.set(clock.now())
    show()
  }
  function change(next: string): void {
    $text.set(next)
    send()
  }
  function look(range: LogRange): void {
    $range.set(range)
    $askedAt.set(clock.now())
    if (range.type === 'between') $isLive.set(false)
    show()
  }

  return {
    title,
    $text,
    $problems: computed($text, (typed) =>
      readLogQuery(typed).problems.map(({ reason, text: part }) => text.search.problems[reason](part)),
    ),
    search(typed) {
      $text.set(typed)
      stopWaiting()
      stopWaiting = clock.after(PAUSE_MS, send)
    },
    searchNow: send,
    clear: () => change(''),
    $filters: computed($text, filtersOf),
    toggle: (field, value) => change(withToggled($text.get(), field, value)),
    narrow: (field, value, not) => change(withValue($text.get(), { field, value, not })),
    $range: computed($range, (range) => ({ value: writeLogRange(range), label: rangeLabel(range) })),
    setRange(words) {
      const range = readLogRange(words, local())
      if (range === null) return false
      $before.set([])
      look(range)
      return true
    },
    $timeline: computed([$counts, $asked], timelineOf),
    zoom(first, last) {
      const counts = $counts.get()
      if (counts?.status !== 'ready') return
      const { range, now } = $asked.get()
      const time = timeOfBars(timelineBars(rangeBounds(range, now), counts.data), first, last)
      if (time === null) return
      $before.set([...$before.get(), range])
      look({ type: 'between', ...time })
    },
    $zoomOut: computed($before, (before) => {
      const last = before.at(-1)
      if (!last) return null
      return () => {
        $before.set(before.slice(0, -1))
        look(last)
      }
    }),
    $rows: computed([$list, $sent, $openId], rowsOf),
    loadMore,
    $isLive,
    $liveText: computed([$list, $isLive], (list, isLive) =>
      isLive && list.status === 'ready' ? text.live.on(list.items.length) : '',
    ),
    setLive(isLive) {
      if (isLive && $range.get().type === 'between') $range.set(USUAL_RANGE)
      $isLive.set(isLive)
      $askedAt.set(clock.now())
      show()
    },
    refresh() {
      $askedAt.set(clock.now())
      queries.refresh(logsKey(ref))
    },
    $notes: computed($list, notesOf),
    $open: computed([$found, $request], (line, request) =>
      line === null ? null : openLineView(context, ref, line, request),
    ),
    open(id) {
      const list = $list.get()
      const request = $request.get()
      const known = [
        ...(list.status === 'ready' ? list.items : []),
        ...(request?.status === 'ready' ? request.data.lines : []),
      ]
      $openLine.set(known.find((line) => line.id === id) ?? null)
      $openId.set(id)
      show()
    },
    close() {
      $openId.set(null)
      show()
    },
    copyOpen: async () => copyText(host, JSON.stringify($found.get(), null, 2)),
    download(form) {
      const list = $list.get()
      if (list.status !== 'ready' || list.items.length === 0) return
      const type = form === 'csv' ? 'text/csv' : 'application/x-ndjson'
      host.files.save({ name: `logs-${ref}.${form}`, type, text: logLinesFile(list.items, form) })
    },
    copyAddress() {
      const { range, now } = $asked.get()
      // Who opens it later sees the same time.
      const time: LogRange = { type: 'between', ...rangeBounds(range, now) }
      return copyText(host, host.navigation.address(addressOf({ time, isLive: false })))
    },
    explorerHref: router.href('logsExplorer', { ref }),
    $alertHref: computed(
      $text,
      (words) => `${router.href('logDrains', { ref })}?${new URLSearchParams({ alert: words }).toString()}`,
    ),
    dispose: scope.dispose,
  }
}

function filtersOf(typed: string): LogFilter[] {
  const { levels, sources } = text
  return [
    {
      field: 'level',
      name: levels.name,
      none: levels.all,
      values: chosenValues(typed, 'level'),
      choices: [...LEVELS_DRAWN].reverse().map((value) => ({ value, label: levels[value] })),
    },
    {
      field: 'source',
      name: sources.name,
      none: sources.all,
      values: chosenValues(typed, 'source'),
      choices: LOG_SOURCES.map((value) => ({ value, label: sources[value] })),
    },
  ]
}

function rangeLabel(range: LogRange): string {
  if (range.type === 'between') return text.range.between(exactTime(range.from), exactTime(range.to))
  const written = writeLogRange(range)
  return text.range.choices.find(({ value }) => value === written)?.label ?? text.range.last(written)
}

function timelineOf(counts: Remote<LogCounts> | null, { range, now }: LogsAsked): Remote<Timeline> {
  if (counts === null || counts.status === 'loading') return { status: 'loading' }
  if (counts.status === 'failed') return counts
  const bars = timelineBars(rangeBounds(range, now), counts.data)
  const total = bars.reduce((sum, bar) => sum + bar.total, 0)
  return {
    ...counts,
    data: {
      bars: bars.map((bar) => ({ ...bar, label: exactTime(bar.from), text: barText(bar) })),
      axis: axisTimes(bars.map(({ from }) => from)),
      summary: text.timeline.lines(total),
    },
  }
}

function barText({ counts, total }: TimelineBar): string {
  if (total === 0) return text.timeline.none
  const parts = [...LEVELS_DRAWN]
    .reverse()
    .filter((level) => counts[level] > 0)
    .map((level) => `${text.levels[level]} ${counts[level]}`)
  return `${text.timeline.lines(total)} · ${parts.join(', ')}`
}

function rowsOf(list: Paged<LogPage, LogLine>, sent: string, openId: string | null): LogRows {
  if (list.status === 'loading') return list
  if (list.status === 'failed')
    return { status: 'failed', title: text.list.failed, detail: list.error.message, retry: list.retry }
  const { items, hasMore, loadingMore, outdated, staleError } = list
  if (items.length === 0 && !outdated) {
    const isNarrowed = sent.trim() !== ''
    return isNarrowed
      ? { status: 'empty', title: text.list.noMatch, body: text.list.noMatchBody, mayClear: true }
      : { status: 'empty', title: text.list.none, body: text.list.noneBody, mayClear: false }
  }
  return {
    status: 'ready',
    rows: items.map((line) => rowOf(line, openId)),
    hasMore,
    loadingMore,
    outdated,
    ...(staleError ? { problem: errorText.sentence(text.list.failed, staleError.message) } : {}),
  }
}

function rowOf({ id, time, level, source, message, fields }: LogLine, openId: string | null): LogRow {
  const { ms } = fields
  return {
    id,
    time,
    level,
    levelLabel: text.levels[level],
    source: text.sources[source],
    message,
    took: typeof ms === 'number' ? String(ms) : '',
    isOpen: id === openId,
  }
}

function notesOf(list: Paged<LogPage, LogLine>): string[] {
  if (list.status !== 'ready') return []
  const { status, processes_away: away, kept_days: days } = list.page
  const { state, command = '' } = status
  const dropped = list.items.reduce((sum, { source, fields }) => {
    const count = source === 'log' ? fields['dropped'] : 0
    return sum + (typeof count === 'number' ? count : 0)
  }, 0)
  return [
    ...(state === 'kept' ? [] : [state === 'not-installed' ? text.notes[state](command) : text.notes[state]]),
    ...(away > 0 ? [text.notes.away(away)] : []),
    ...(dropped > 0 ? [text.notes.dropped(dropped)] : []),
    ...(state === 'kept' && days > 0 ? [text.notes.kept(days)] : []),
  ]
}
