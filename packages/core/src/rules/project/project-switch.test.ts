import { expect, test } from 'vitest'
import { pathInProject } from './project-switch.js'

test.each([
  ['/project/{ref}', '/project/b'],
  ['/project/{ref}/editor/{id}', '/project/b/editor'],
  ['/project/{ref}/sql/{id}', '/project/b/sql'],
  ['/project/{ref}/database/backups/scheduled', '/project/b/database/backups/scheduled'],
  ['/project/{ref}/integrations/{id}/overview', '/project/b/integrations'],
  ['/org/{slug}/team', '/project/b'],
  ['/new/project/{ref}/region', '/project/b'],
  [undefined, '/project/b'],
])('from %s one comes to %s', (path, href) => {
  expect(pathInProject(path, 'b')).toBe(href)
})

test('a ref is one part of the address', () => {
  expect(pathInProject('/project/{ref}/sql', 'a/b')).toBe('/project/a%2Fb/sql')
})
