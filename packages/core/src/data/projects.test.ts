import { expect, test, vi } from 'vitest'
import type { Queries } from '../kernel/query-store.js'
import { refreshProject } from './projects.js'

test('a project is fetched again without what belongs to it', () => {
  const refresh = vi.fn<Queries['refresh']>()
  refreshProject({ refresh }, 'gone')
  expect(refresh).toHaveBeenCalledOnce()
  const [key, which] = refresh.mock.calls[0] ?? []
  expect(key).toEqual(['projects', 'gone'])
  expect([which?.(['projects', 'gone']), which?.(['projects', 'gone', 'lints'])]).toEqual([true, false])
})
