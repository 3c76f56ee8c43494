import { expect, test } from 'vitest'
import { createNodeHost } from './node-host.js'

test('it begins at the root, and goes where it is sent', () => {
  const { navigation } = createNodeHost()
  const locations: string[] = []
  const stop = navigation.subscribe(({ pathname, search }) => void locations.push(pathname + search))
  expect(navigation.current().pathname).toBe('/')
  navigation.go('/project/default?tab=1#end')
  expect(locations).toEqual(['/project/default?tab=1'])
  expect(navigation.current()).toEqual({ pathname: '/project/default', search: '?tab=1', hash: '#end' })
  stop()
  navigation.go('/elsewhere')
  expect(locations).toHaveLength(1)
})

test('it keeps values, or leaves that to the storage that it is given', () => {
  const { storage } = createNodeHost()
  expect(storage.set('theme', 'dark')).toBe(true)
  expect(storage.get('theme')).toBe('dark')
  storage.remove('theme')
  expect(storage.get('theme')).toBe(null)
  const own = { get: () => 'from a file', set: () => true, remove: () => undefined }
  expect(createNodeHost({ storage: own }).storage.get('theme')).toBe('from a file')
})

test('it collects files instead of writing them', () => {
  const host = createNodeHost()
  host.files.save({ name: 'rows.csv', type: 'text/csv', text: 'a,b' })
  host.files.download?.({ url: '/file', name: 'all.csv' })
  expect(host.saved.map(({ name }) => name)).toEqual(['rows.csv'])
  expect(host.downloads).toEqual([{ url: '/file', name: 'all.csv' }])
})

test('the end of the process runs what must still be kept, and leaves no listener behind', () => {
  const before = process.listenerCount('exit')
  const { lifecycle } = createNodeHost()
  let kept = 0
  const ends = Array.from({ length: 12 }, () => lifecycle.onHide(() => void kept++))
  expect(process.listenerCount('exit')).toBe(before + 1)
  process.listeners('exit').at(-1)?.(0)
  expect(kept).toBe(12)
  for (const end of ends) end()
  expect(process.listenerCount('exit')).toBe(before)
})
