import { afterEach, expect, test, vi } from 'vitest'
import { createBrowserHost } from './browser-host.js'
import { inputFile } from './input-file.js'

afterEach(() => vi.unstubAllGlobals())

/** As much of a page as the host asks for at once. */
function stubPage(localStorage: Partial<Storage> = {}) {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('location', { origin: 'http://page', pathname: '/start', search: '', hash: '' })
  vi.stubGlobal('history', {
    pushState: (_: unknown, __: string, href: string) => Object.assign(location, { pathname: href }),
    replaceState: (_: unknown, __: string, href: string) => Object.assign(location, { pathname: href }),
  })
}

test('a storage that is full or forbidden says so by a value', () => {
  const refuse = () => {
    throw new Error('QuotaExceededError')
  }
  stubPage({ getItem: refuse, setItem: refuse, removeItem: refuse })
  const { storage } = createBrowserHost()
  expect(storage.get('a')).toBe(null)
  expect(storage.set('a', '1')).toBe(false)
  expect(() => storage.remove('a')).not.toThrow()
})

test('its navigation is the address bar, with back and forward', () => {
  stubPage()
  const { navigation } = createBrowserHost()
  const locations: string[] = []
  const stop = navigation.subscribe(({ pathname }) => void locations.push(pathname))
  navigation.go('/next')
  Object.assign(location, { pathname: '/start' })
  window.dispatchEvent(new Event('popstate'))
  expect(locations).toEqual(['/next', '/start'])
  expect(navigation.address('/next')).toBe('http://page/next')
  stop()
  window.dispatchEvent(new Event('popstate'))
  expect(locations).toHaveLength(2)
})

test('messages go to the console where nothing else shows them, and no grammar is promised', () => {
  stubPage()
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const host = createBrowserHost()
  host.notifier.notify({ kind: 'error', message: 'It failed' })
  expect(said).toHaveBeenCalledWith('It failed')
  expect(host.grammar).toBeUndefined()
  expect(host.windows).toBeUndefined()
  said.mockRestore()
})

test('options of a page replace the defaults', () => {
  stubPage()
  const notifier = { notify: vi.fn(), progress: vi.fn() }
  const grammar = { openJudge: vi.fn() }
  expect(createBrowserHost({ notifier, grammar })).toMatchObject({ notifier, grammar })
})

test('a given file is text when its bytes are UTF-8, and otherwise none', async () => {
  expect(await inputFile(new File(['select 1'], 'a.sql')).text()).toBe('select 1')
  const latin = inputFile(new File([new Uint8Array([0xe4])], 'b.sql'))
  expect(latin.sizeBytes).toBe(1)
  expect(await latin.text()).toBeUndefined()
})
