import type { Project } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { createDeck } from '../../deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

function open(path = '/project/default', project: Partial<Project> = {}) {
  const fake = createFakePlatform()
  Object.assign(fake.project, project)
  const deck = createDeck(createMemoryHost(path), { baseUrl: 'http://fake', fetch: fake.fetch })
  const opened = deck.$screen.get()
  if (opened.name !== 'projectHome') throw new Error('not the project home')
  const { $view } = opened.screen
  const stop = $view.subscribe(() => undefined)
  const end = () => {
    stop()
    deck.dispose()
  }
  return { $view, end }
}

test('a healthy project shows its facts', async () => {
  const { $view, end } = open()
  expect($view.get()).toEqual({ status: 'loading' })
  await vi.waitFor(() =>
    expect($view.get()).toMatchObject({
      status: 'ready',
      name: 'Default project',
      badge: { label: 'Healthy', tone: 'good' },
      sqlHref: '/project/default/sql/1',
    }),
  )
  const view = $view.get()
  expect(view.status === 'ready' && view.facts.map(({ key, value }) => [key, value])).toEqual([
    ['version', '18.0'],
    ['engine', 'fake'],
    ['host', '127.0.0.1'],
    ['ref', 'default'],
    ['restUrl', 'http://127.0.0.1:8788/default'],
  ])
  expect(view).not.toHaveProperty('notice')
  end()
})

test('a project that failed says why', async () => {
  const { $view, end } = open('/project/default', {
    status: 'INIT_FAILED',
    status_reason: 'Password refused',
  })
  await vi.waitFor(() =>
    expect($view.get()).toMatchObject({
      badge: { label: 'Init failed', tone: 'bad' },
      notice: { tone: 'bad', text: 'Password refused' },
    }),
  )
  end()
})

test('a status unknown to this client is shown as it is', async () => {
  const { $view, end } = open('/project/default', { status: 'DREAMING' })
  await vi.waitFor(() => expect($view.get()).toMatchObject({ badge: { label: 'DREAMING', tone: 'quiet' } }))
  end()
})

test('an unknown project is an error with a way to try again', async () => {
  const { $view, end } = open('/project/nobody')
  await vi.waitFor(() =>
    expect($view.get()).toMatchObject({ status: 'failed', message: 'Error: Project not found' }),
  )
  end()
})
