import { PlatformError, type Project } from '@basedeck/platform-client'
import { atom, onMount } from 'nanostores'
import { expect, test, vi } from 'vitest'
import type { Remote } from '../../kernel/query-store.js'
import type { Needs } from '../context.js'
import { behindGate, controlBehindGate, createProjectGate } from './project-gate.js'

function gateFor(remote: Remote<Project>, options?: { hidesPage?: boolean }) {
  const $project = atom(remote)
  const context = {
    client: {},
    queries: { store: () => $project },
    router: { href: (page: string, { ref }: { ref: string }) => `/${page}/${ref}` },
  } as unknown as Needs<'client' | 'queries' | 'router'>
  return { $project, gate: createProjectGate(context, 'shop', options) }
}
const ready = (status: string, reason: string | null = null): Remote<Project> => ({
  status: 'ready',
  data: { status, status_reason: reason, organization_slug: 'acme' } as Project,
  refreshing: false,
})

test('a page waits for its project, and tells of one that can’t be loaded', () => {
  const retry = vi.fn()
  expect(gateFor({ status: 'loading' }).gate.$gate.get()).toEqual({ status: 'loading' })
  const error = new PlatformError('http', 'No answer', { status: 500 })
  expect(gateFor({ status: 'failed', error, retry }).gate.$gate.get()).toEqual({
    status: 'failed',
    message: 'No answer',
    retry,
  })
})

test('a healthy project opens its page', () => {
  expect(gateFor(ready('ACTIVE_HEALTHY')).gate.$gate.get()).toEqual({ status: 'open' })
})

test.each([
  [
    'INACTIVE',
    'quiet',
    'The project is paused',
    'Its database is stopped and keeps its data. Resume the project to open this page.',
    'Its database is stopped and keeps its data.',
    'Resume project',
  ],
  [
    'COMING_UP',
    'busy',
    'The database is starting',
    'This page opens as soon as the database is ready.',
    'Some parts of this page wait until the database is ready.',
    undefined,
  ],
  [
    'INIT_FAILED',
    'bad',
    'The database could not be set up',
    'This page opens as soon as the database is ready.',
    'Some parts of this page wait until the database is ready.',
    'Try again',
  ],
  [
    'ACTIVE_UNHEALTHY',
    'bad',
    'The database could not be opened',
    'This page opens as soon as the database is ready.',
    'Some parts of this page wait until the database is ready.',
    'Resume project',
  ],
])('while the project is %s, its page says so', (status, tone, title, body, notice, resumeLabel) => {
  const view = gateFor(ready(status)).gate.$gate.get()
  expect(view).toMatchObject({
    status: 'closed',
    badge: { tone },
    title,
    body,
    notice,
    homeHref: '/projectHome/shop',
  })
  expect('resumeLabel' in view ? view.resumeLabel : undefined).toBe(resumeLabel)
})

test('the reason that the platform names replaces the general sentence', () => {
  expect(gateFor(ready('INIT_FAILED', 'Disk full')).gate.$gate.get()).toMatchObject({
    body: 'Disk full',
    notice: 'Disk full',
  })
})

test('a status that this page does not know is shown as it is', () => {
  expect(gateFor(ready('MOVING')).gate.$gate.get()).toMatchObject({
    badge: { label: 'MOVING' },
    title: 'The database is unavailable',
  })
})

test('a gate stays above its page, unless it is to replace it', () => {
  expect(gateFor(ready('INACTIVE')).gate.hidesPage).toBe(false)
  expect(gateFor(ready('INACTIVE'), { hidesPage: true }).gate.hidesPage).toBe(true)
})

test('what needs the database is read while the gate is open', () => {
  vi.useFakeTimers()
  const { $project, gate } = gateFor(ready('ACTIVE_HEALTHY'))
  let isRead = false
  const $inner = atom('first')
  onMount($inner, () => {
    isRead = true
    return () => {
      isRead = false
    }
  })
  const $value = behindGate(gate, $inner, 'closed')
  const stop = $value.subscribe(() => undefined)
  expect([$value.get(), isRead]).toEqual(['first', true])
  $inner.set('second')
  expect($value.get()).toBe('second')
  $project.set(ready('PAUSING'))
  vi.runAllTimers()
  expect([$value.get(), isRead]).toEqual(['closed', false])
  $inner.set('third')
  expect($value.get()).toBe('closed')
  $project.set(ready('ACTIVE_HEALTHY'))
  expect([$value.get(), isRead]).toEqual(['third', true])
  stop()
  vi.runAllTimers()
  expect(isRead).toBe(false)
  vi.useRealTimers()
})

test.each([
  ['ACTIVE_HEALTHY', { disabled: false }, { disabled: false }],
  ['INACTIVE', { disabled: false }, { disabled: true, hint: 'The project is paused' }],
  ['INACTIVE', { disabled: true }, { disabled: true, hint: 'The project is paused' }],
  ['INACTIVE', { disabled: true, hint: 'Your role' }, { disabled: true, hint: 'Your role' }],
  ['ACTIVE_HEALTHY', { disabled: true }, { disabled: true }],
])('in a project that is %s, a control that is %j is %j', (status, may, shown) => {
  expect(controlBehindGate(gateFor(ready(status)).gate, atom(may)).get()).toEqual(shown)
})
