import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import { guide } from '../../text/guide/index.js'
import type { DocsScreen } from './docs.js'

let opened: OpenedScreen<DocsScreen> | undefined
afterEach(() => opened?.end())

test('the list has every page, and each opens', async () => {
  opened = await openScreen('docs', '/docs', (fake) => {
    fake.runtime.accounts = true
  })
  const { screen, watch, until } = opened
  const pages = watch(screen.$pages)
  await until(() => expect(pages().map(({ key }) => key)).toEqual(guide.map(({ key }) => key)))
  expect(new Set(guide.map(({ key }) => key)).size).toBe(guide.length)
  expect(screen).toMatchObject({ title: 'Documentation', page: null, isMissing: false })
  for (const { sections } of guide) for (const { text } of sections) expect(text).not.toBe('')
})

test('a page leads to the ones beside it', async () => {
  opened = await openScreen('docsPage', '/docs/troubleshooting')
  const { screen, watch, host } = opened
  watch(screen.$previous, screen.$next)
  expect(screen.title).toBe('Troubleshooting')
  expect(host.navigation.title).toBe('Troubleshooting · Basedeck')
  expect(screen.$previous.get()?.href).toBe('/docs/keys')
  expect(screen.$next.get()?.href).toBe('/docs/operating')
})

test('without accounts, what is about them is left out', async () => {
  opened = await openScreen('docs', '/docs', (fake) => {
    fake.runtime.isPlatform = false
  })
  const { screen, watch, until, deck } = opened
  const pages = watch(screen.$pages)
  await until(() => expect(deck.$runtime.get().status).toBe('ready'))
  expect(pages().map(({ key }) => key)).not.toContain('organizations')
})

test('a page that does not exist says so', async () => {
  opened = await openScreen('docsPage', '/docs/nothing')
  expect(opened.screen).toMatchObject({ isMissing: true, page: null })
})
