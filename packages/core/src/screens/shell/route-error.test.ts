import { PlatformError, type Organization, type Project } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import type { Remote } from '../../kernel/query-store.js'
import { routeErrorOf } from './route-error.js'

const links = {
  home: '/home',
  security: '/security',
  organizations: '/organizations',
  organization: (slug: string) => `/org/${slug}`,
}

/** The caller may see it, and it is on. */
const OPENS = { lacking: undefined, off: undefined }

const refused = (status: number, code?: string) =>
  new PlatformError('http', 'Ask an owner', { status, ...(code === undefined ? {} : { code }) })
const failed = (error: PlatformError) => ({ status: 'failed' as const, error, retry: () => undefined })
const ready = <Data>(data: Partial<Data>, staleError?: PlatformError): Remote<Data> => ({
  status: 'ready',
  data: data as Data,
  refreshing: false,
  ...(staleError ? { staleError } : {}),
})
const project = (status: Project['status'], staleError?: PlatformError) =>
  ready<Project>({ name: 'Shop', status, organization_slug: 'acme' }, staleError)
const organization = (staleError?: PlatformError) => ready<Organization>({ name: 'Acme' }, staleError)

test.each<[string, Remote<Project> | null, Remote<Organization> | null]>([
  ['an address that names neither', null, null],
  ['what is being loaded', { status: 'loading' }, { status: 'loading' }],
  ['what is there', project('ACTIVE_HEALTHY'), organization()],
  ['a server that fails', failed(refused(500)), failed(refused(503))],
  [
    'an earlier answer, while the server fails',
    project('INACTIVE', refused(500)),
    organization(refused(500)),
  ],
])('the page itself tells of %s', (_, of, within) => {
  expect(routeErrorOf(of, within, OPENS, links)).toBeNull()
})

test.each<[string, Remote<Project>, object]>([
  [
    'does not exist',
    failed(refused(404)),
    {
      reason: 'missing',
      title: 'This project does not exist',
      href: '/home',
      linkLabel: 'Go to your projects',
    },
  ],
  [
    'is closed to the role of its reader',
    failed(refused(403)),
    {
      reason: 'closed',
      title: 'Your role does not allow this',
      body: 'Ask an owner',
      href: '/home',
      linkLabel: 'Go back',
    },
  ],
  [
    'is closed since it was loaded',
    project('ACTIVE_HEALTHY', refused(403)),
    { reason: 'closed', body: 'Ask an owner', href: '/home' },
  ],
  [
    'asks for a second factor',
    failed(refused(403, 'mfa_required')),
    {
      reason: 'closed',
      title: 'This organization requires two-factor authentication',
      body: 'Set it up to open this organization.',
      href: '/security',
    },
  ],
  [
    'was deleted while it was open',
    project('REMOVED'),
    {
      reason: 'deleted',
      title: 'Shop was deleted',
      body: 'This project was deleted while it was open here. Its database and its files are gone.',
      href: '/org/acme',
      linkLabel: 'Go to the other projects',
    },
  ],
  [
    'was deleted, which is what the platform says of it now',
    project('REMOVED', refused(404)),
    { reason: 'deleted', title: 'Shop was deleted', href: '/org/acme' },
  ],
  [
    'is gone, deleted or left',
    project('ACTIVE_HEALTHY', refused(404)),
    {
      reason: 'deleted',
      title: 'Shop is gone',
      href: '/organizations',
      linkLabel: 'Go to your organizations',
    },
  ],
])('a project that %s', (_, of, error) => {
  expect(routeErrorOf(of, organization(refused(404)), OPENS, links)).toMatchObject(error)
})

test.each<[string, Remote<Organization>, object]>([
  [
    'does not exist',
    failed(refused(404)),
    { reason: 'missing', title: 'This organization does not exist', href: '/organizations' },
  ],
  ['is gone since it was loaded', organization(refused(404)), { reason: 'missing' }],
  ['asks for a second factor', failed(refused(403, 'mfa_required')), { reason: 'closed', href: '/security' }],
  ['is closed since it was loaded', organization(refused(403)), { reason: 'closed', href: '/home' }],
])('an organization that %s', (_, of, error) => {
  expect(routeErrorOf(null, of, OPENS, links)).toMatchObject(error)
  expect(routeErrorOf(project('ACTIVE_HEALTHY'), of, OPENS, links)).toMatchObject(error)
})

test('what the role lacks is said unless something else is in the way', () => {
  const closed = { reason: 'closed', body: 'Your role does not allow seeing reports.', href: '/home' }
  expect(
    routeErrorOf(project('ACTIVE_HEALTHY'), organization(), { ...OPENS, lacking: 'reports' }, links),
  ).toMatchObject(closed)
  expect(routeErrorOf(failed(refused(404)), null, { ...OPENS, lacking: 'reports' }, links)).toMatchObject({
    reason: 'missing',
  })
})

test('an area that is turned off says how it is turned on, whoever opens it', () => {
  const off = { reason: 'off', title: 'File storage is turned off on this installation', href: '/home' }
  const shut = { lacking: 'storage', off: 'storage' } as const
  const error = routeErrorOf(project('ACTIVE_HEALTHY'), organization(), shut, links)
  expect(error).toMatchObject(off)
  expect(error?.body).toContain('storageEnabled=false')
  expect(routeErrorOf(failed(refused(404)), null, shut, links)).toMatchObject({ reason: 'missing' })
})
