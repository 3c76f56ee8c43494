/** The messages of a channel: kept, paused, searched, opened and copied. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { formattedJson } from '../../rules/results/cell-view.js'
import type { ChannelKind, ChannelMessage } from '../../rules/realtime/channel-frames.js'
import {
  keptAfter,
  messageRate,
  MESSAGES_KEPT,
  shownMessages,
  type KeptMessage,
  type MessageFilter,
} from '../../rules/realtime/message-list.js'
import { realtimeText } from '../../text/realtime.js'
import type { Needs } from '../context.js'

const text = realtimeText.messages

/** A message as its row shows it. */
export interface MessageRow {
  id: number
  /** Milliseconds since 1970. */
  at: number
  kind: ChannelKind
  label: string
  event: string
  line: string
  isRefusal: boolean
}

/** The message that the panel shows. */
export interface OpenMessage {
  title: string
  at: number
  isRefusal: boolean
  /** JSON on lines. */
  payload: string
}

/** The messages of the channel that is heard. */
export interface HeardMessages extends Disposable {
  /** Newest first. */
  readonly $rows: ReadableAtom<readonly MessageRow[]>
  readonly $filter: ReadableAtom<MessageFilter>
  /** How many there are and how fast they come, as a sentence; empty: none. */
  readonly $summary: ReadableAtom<string>
  readonly $isPaused: ReadableAtom<boolean>
  /** How many wait for the end of a pause, as a sentence; empty: none. */
  readonly $waiting: ReadableAtom<string>
  readonly $open: ReadableAtom<OpenMessage | null>
  heard(message: ChannelMessage): void
  search(words: string): void
  showKind(kind: ChannelKind | null): void
  pause(isPaused: boolean): void
  clear(): void
  open(id: number): void
  close(): void
  /** Copies the open message; false: the host did not allow it, and the user was told. */
  copy(): Promise<boolean>
}

/** Milliseconds between two drawings of the list, however fast messages come. */
const DRAW_MS = 100
const RATE_MS = 1000
const LINE_LENGTH = 500

export function createHeardMessages({ host }: Needs<'host'>): HeardMessages {
  const scope = createScope()
  const $kept = atom<readonly KeptMessage[]>([])
  const $arrived = atom<readonly KeptMessage[]>([])
  const $filter = atom<MessageFilter>({ kind: null, words: '' })
  const $isPaused = atom(false)
  const $opened = atom<KeptMessage | null>(null)
  const $rate = atom(0)
  let ids = 0
  let stopDrawing: (() => void) | null = null
  let stopCounting = () => {}
  scope.add(() => stopDrawing?.())
  scope.add(() => stopCounting())

  const draw = () => {
    stopDrawing = null
    if ($isPaused.get() || $arrived.get().length === 0) return
    $kept.set(keptAfter($kept.get(), $arrived.get()))
    $arrived.set([])
    count()
  }
  const count = () => {
    stopCounting()
    const rate = messageRate($kept.get(), host.clock.now())
    $rate.set(rate)
    if (rate > 0) stopCounting = host.clock.after(RATE_MS, count)
  }
  const $shown = computed([$kept, $filter], shownMessages)

  return {
    $rows: computed($shown, (shown) => shown.map(rowOf)),
    $filter,
    $summary: computed([$shown, $kept, $rate], (shown, kept, rate) =>
      kept.length === 0 ? '' : text.counts(shown.length, kept.length, rate),
    ),
    $isPaused,
    $waiting: computed([$isPaused, $arrived], (isPaused, arrived) =>
      isPaused && arrived.length > 0 ? text.waiting(arrived.length) : '',
    ),
    $open: computed($opened, (message) => message && openedOf(message)),
    heard(message) {
      ids += 1
      const line = JSON.stringify(message.payload) ?? ''
      const kept = { ...message, id: ids, at: host.clock.now(), line }
      $arrived.set([...$arrived.get(), kept].slice(-MESSAGES_KEPT))
      stopDrawing ??= host.clock.after(DRAW_MS, draw)
    },
    search: (words) => $filter.set({ ...$filter.get(), words }),
    showKind: (kind) => $filter.set({ ...$filter.get(), kind }),
    pause(isPaused) {
      $isPaused.set(isPaused)
      if (!isPaused) draw()
    },
    clear() {
      $kept.set([])
      $arrived.set([])
      $rate.set(0)
    },
    open: (id) => $opened.set($kept.get().find((message) => message.id === id) ?? null),
    close: () => $opened.set(null),
    copy: () => copyText(host, formattedJson($opened.get()?.line ?? '')),
    dispose: scope.dispose,
  }
}

function rowOf({ id, at, kind, event, line, isRefusal }: KeptMessage): MessageRow {
  const cut = line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line
  return { id, at, kind, label: text.kinds[kind], event, line: cut, isRefusal }
}

function openedOf({ at, kind, event, line, isRefusal }: KeptMessage): OpenMessage {
  return {
    title: [text.kinds[kind], event].filter(Boolean).join(' · '),
    at,
    isRefusal,
    payload: formattedJson(line),
  }
}
