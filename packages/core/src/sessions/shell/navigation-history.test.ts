import { expect, test } from 'vitest'
import { createRouter } from '../../kernel/router.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createNavigationHistory } from './navigation-history.js'

const ROUTES = {
  organization: { path: '/org/{slug}' },
  project: { path: '/project/{ref}' },
  account: { path: '/account/me' },
}

function open(start: string, host = createMemoryHost(start)) {
  const router = createRouter(host.navigation, ROUTES)
  return { host, router, navigationHistory: createNavigationHistory(host.storage, router) }
}

test('the way back leads to the work, not to the pages beside it', () => {
  const { router, navigationHistory } = open('/project/a?x=1#y')
  router.open('/account/me')
  expect(navigationHistory.$lastLocation.get()).toBe('/project/a?x=1#y')
  router.open('/nowhere')
  expect(navigationHistory.$lastLocation.get()).toBe('/project/a?x=1#y')
})

test('the organization is remembered on this device', () => {
  const { host, router } = open('/org/acme')
  router.open('/project/a')
  expect(
    open(
      '/project/a',
      Object.assign(createMemoryHost('/project/a'), { storage: host.storage }),
    ).navigationHistory.$lastOrganization.get(),
  ).toBe('acme')
})

test('windows agree on the organization that was seen last', () => {
  const { host, navigationHistory } = open('/org/acme')
  const seen: string[] = []
  const stop = navigationHistory.$lastOrganization.subscribe((slug) => seen.push(slug))
  host.storage.writeElsewhere('basedeck:last-organization', 'harbour')
  expect(seen).toEqual(['acme', 'harbour'])
  stop()
})

test('another window’s page does not move this one’s way back', () => {
  const { host, navigationHistory } = open('/project/a')
  host.storage.writeElsewhere('basedeck:last-organization', 'harbour')
  expect(navigationHistory.$lastLocation.get()).toBe('/project/a')
})

test('a new device knows no organization', () => {
  expect(open('/project/a').navigationHistory.$lastOrganization.get()).toBe('')
})
