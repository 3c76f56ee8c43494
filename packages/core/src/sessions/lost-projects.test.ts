import { createClient, getProject, listFolders, runLints } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { withLostProjectNotice } from './lost-projects.js'

function open() {
  const fake = createFakePlatform()
  const refresh = vi.fn<(key: readonly unknown[], which?: (key: readonly unknown[]) => boolean) => void>()
  const client = withLostProjectNotice(createClient({ baseUrl: 'http://fake', fetch: fake.fetch }), {
    refresh,
  })
  return { fake, refresh, client }
}

test('a project that a call does not find is asked for, and nothing else of it', async () => {
  const { fake, client, refresh } = open()
  fake.intercept = () => ({ status: 404, body: { message: 'Project not found', code: 'project_not_found' } })
  await expect(client.call(listFolders, { params: { ref: 'gone' }, query: { type: 'sql' } })).rejects.toThrow(
    'Project not found',
  )
  expect(refresh).toHaveBeenCalledOnce()
  const [key, which] = refresh.mock.calls[0] ?? []
  expect(key).toEqual(['projects', 'gone'])
  expect([which?.(['projects', 'gone']), which?.(['projects', 'gone', 'lints'])]).toEqual([true, false])
})

test('its own call asks for nothing again, and other failures say nothing of the project', async () => {
  const { fake, client, refresh } = open()
  await expect(client.call(getProject, { params: { ref: 'gone' } })).rejects.toThrow('Project not found')
  fake.intercept = () => ({ status: 500, body: { message: 'Broken', code: 'internal' } })
  await expect(client.call(runLints, { params: { ref: 'default' } })).rejects.toThrow('Broken')
  expect(refresh).not.toHaveBeenCalled()
})
