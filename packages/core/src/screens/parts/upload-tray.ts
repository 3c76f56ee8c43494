/** The tray of uploads: each file with its progress, speed and time left, and what can be done with it. It is on every page. */
import {
  awaitsServer,
  progressOf,
  type LargestUnit,
  type QueuedUpload,
  type UploadFailure,
} from '@basedeck/storage-engine'
import { atom, computed } from 'nanostores'
import { bytesText, sizeText } from '../../rules/results/bytes.js'
import { percentOf } from '../../rules/organization/percent.js'
import { openBatches, trayOrder, traySummary } from '../../rules/storage/upload-tray.js'
import type { TrayEntry } from '../../sessions/storage/tray-entry.js'
import { uploadsOf } from '../../sessions/storage/uploads.js'
import { storageText } from '../../text/storage.js'
import type { Needs } from '../context.js'
import type { TrayFile, TrayHead, UploadTray } from './shown-uploads.js'

const text = storageText.tray

type TrayNeeds = Needs<'host' | 'client' | 'queries' | 'router' | 'lazy' | '$runtime' | '$uploadTray'>

/** The instance of a deck; from now on the frame shows it. */
export function openUploadTray(context: TrayNeeds): UploadTray {
  const tray = context.lazy.of<UploadTray>(createUploadTray)
  context.$uploadTray.set(tray)
  return tray
}

function createUploadTray(context: TrayNeeds): UploadTray {
  const uploads = uploadsOf(context)
  const now = () => context.host.clock.now()
  const $isExpanded = atom(true)
  const $files = computed(uploads.$entries, (entries) =>
    trayOrder(entries, statusOf).map((entry) => fileOf(entry, now())),
  )
  const all = (can: keyof TrayFile['can'], act: (key: string) => void) => () => {
    for (const file of $files.get()) if (file.can[can]) act(file.key)
  }
  return {
    $head: computed(uploads.$entries, (entries) => headOf(entries, now())),
    $files,
    $isExpanded,
    toggle: () => $isExpanded.set(!$isExpanded.get()),
    pause: uploads.pause,
    resume: uploads.resume,
    cancel: uploads.cancel,
    retry: uploads.retry,
    remove: uploads.remove,
    pauseAll: all('pause', uploads.pause),
    resumeAll: all('resume', uploads.resume),
    cancelAll: all('cancel', uploads.cancel),
    retryAll: all('retry', uploads.retry),
    clear: all('remove', uploads.remove),
    forget: () => undefined,
    dispose: () => context.$uploadTray.set(null),
  }
}

function headOf(entries: readonly TrayEntry[], nowMs: number): TrayHead | null {
  if (entries.length === 0) return null
  const queued = entries.flatMap((entry) => (entry.type === 'queued' ? [entry.upload] : []))
  const { running, waiting, paused, done, failed, cancelled } = summaryOf(queued, nowMs)
  const { fraction, remaining, ...summary } = summaryOf(openBatches(queued), nowMs)
  const open = running + waiting
  const refused = entries.filter(({ type }) => type === 'refused').length
  const interrupted = entries.length - queued.length - refused
  const titleOf = (): string => {
    if (open > 0) return text.uploading(open)
    if (paused > 0) return text.paused(paused)
    if (failed > 0) return text.failed(failed + refused)
    if (done > 0) return refused > 0 ? text.endedSome(done, done + refused, refused) : text.ended(done)
    return refused > 0 ? text.refused(refused) : text.failed(cancelled + interrupted)
  }
  return {
    title: titleOf(),
    progress:
      open > 0 ? `${leadText(summary.awaitsServer, remaining)}${text.percent(percentOf(fraction))}` : '',
    isBusy: open > 0,
    can: {
      pause: open > 1,
      resume: paused > 1,
      cancel: open + paused > 1,
      retry: failed > 1,
      clear: open + paused === 0,
    },
  }
}

function summaryOf(queued: readonly QueuedUpload[], nowMs: number) {
  return traySummary(
    queued.map(({ state }) => state),
    queued.map(({ request }) => request.file.sizeBytes),
    nowMs,
  )
}

function statusOf(entry: TrayEntry) {
  return entry.type === 'queued' ? entry.upload.state.status : entry.type
}

/** `2m remaining – `, or what is waited for; empty when it can't be told. */
function leadText(isWaiting: boolean, remaining: LargestUnit | null): string {
  if (isWaiting) return text.serverAwayLead
  return remaining ? text.remaining(`${remaining.amount}${remaining.unit}`) : ''
}

const NONE = { pause: false, resume: false, cancel: false, retry: false, remove: false }

function fileOf(entry: TrayEntry, nowMs: number): TrayFile {
  const { key } = entry
  if (entry.type === 'interrupted') {
    const { bucket, path } = entry.upload
    return {
      key,
      name: path.slice(path.lastIndexOf('/') + 1),
      path: `${bucket}/${path}`,
      detail: text.interrupted,
      tone: 'quiet',
      fraction: null,
      can: { ...NONE, remove: true },
    }
  }
  if (entry.type === 'refused') {
    const { bucket, path, limitBytes } = entry.upload
    return {
      key,
      name: path.slice(path.lastIndexOf('/') + 1),
      path: `${bucket}/${path}`,
      detail: limitBytes === null ? text.refusedEmpty : text.refusedSize(sizeText(limitBytes)),
      tone: 'bad',
      fraction: null,
      can: { ...NONE, remove: true },
    }
  }
  const { bucket, path } = entry.upload.request
  return {
    key,
    name: path.slice(path.lastIndexOf('/') + 1),
    path: `${bucket}/${path}`,
    ...stateOf(entry.upload, nowMs),
  }
}

function stateOf(
  { state, request: { file } }: QueuedUpload,
  nowMs: number,
): Pick<TrayFile, 'detail' | 'tone' | 'fraction' | 'can'> {
  const total = bytesText(file.sizeBytes)
  switch (state.status) {
    case 'uploading': {
      const { percentage, uploadSpeed } = progressOf(state.run, nowMs)
      const amount = text.amount(bytesText(state.run.sentBytes), total)
      const moving = uploadSpeed > 0 ? `${amount} · ${text.speed(bytesText(uploadSpeed))}` : amount
      return {
        // Alone: in a narrow tray there is no room for the amount beside it, and the bar shows that.
        detail: awaitsServer(state.run, nowMs) ? text.serverAway : moving,
        tone: 'busy',
        fraction: percentage,
        can: { ...NONE, pause: true, cancel: true },
      }
    }
    case 'waiting':
      return { detail: text.waiting, tone: 'quiet', fraction: 0, can: { ...NONE, pause: true, cancel: true } }
    case 'paused':
      return {
        detail: `${text.pausedOne} · ${text.amount(bytesText(state.sentBytes), total)}`,
        tone: 'quiet',
        fraction: file.sizeBytes > 0 ? state.sentBytes / file.sizeBytes : 0,
        can: { ...NONE, resume: true, cancel: true },
      }
    case 'done':
      return { detail: text.done, tone: 'good', fraction: 1, can: { ...NONE, remove: true } }
    case 'cancelled':
      return {
        detail: text.cancelled,
        tone: 'quiet',
        fraction: null,
        can: { ...NONE, retry: true, remove: true },
      }
    case 'failed':
      return {
        detail: reasonOf(state.failure, file.type),
        tone: 'bad',
        fraction: null,
        can: { ...NONE, retry: true, remove: true },
      }
  }
}

function reasonOf(failure: UploadFailure, type: string): string {
  switch (failure.reason) {
    case 'type':
      return failure.said === '' ? text.type(type) : failure.said
    case 'too-large':
      return text.tooLarge
    case 'exists':
      return text.exists
    case 'unreadable':
      return storageText.upload.unreadable
    case 'other':
      return failure.message
  }
}
