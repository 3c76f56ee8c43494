import { expect, test } from 'vitest'
import { containerNote, isInContainer } from './container.js'

test.each([
  [{}, [], false],
  [{ container: 'podman' }, [], true],
  [{ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, [], true],
  [{}, ['/.dockerenv'], true],
  [{}, ['/run/.containerenv'], true],
])('detects a container by %j and %j: %s', (env, files: string[], expected) => {
  expect(isInContainer(env, (path) => files.includes(String(path)))).toBe(expected)
})

test.each([
  [true, true, undefined, false, '--host 0.0.0.0'],
  [true, true, 'https://a.example', false, undefined],
  [true, true, undefined, true, undefined],
  [true, false, undefined, false, '--public-url'],
  [true, false, 'https://a.example', false, undefined],
  [false, true, undefined, false, undefined],
])(
  'in a container %s, on loopback %s, at %s, behind a trusted proxy %s: %s is missing',
  (inside, isLoopback, publicUrl, trustProxy, option) => {
    const note = containerNote({
      isInContainer: inside,
      isLoopback,
      publicUrl,
      trustProxy,
      host: '127.0.0.1',
    })
    if (option === undefined) expect(note).toBeUndefined()
    else expect(note).toContain(option)
  },
)
