import { expect, test } from 'vitest'
import { projectFailed } from '../notifications/notices.js'
import { deliveryLine, jobLine, noticeLine } from './work-lines.js'

test('a notice about a project is a line of its jobs', () => {
  const notice = projectFailed({ ref: 'shop', name: 'Shop', organization_id: 1 }, 'unhealthy', 'No disk')
  expect(noticeLine(notice, 5)).toEqual({
    time: 5,
    project: 'shop',
    source: 'jobs',
    level: 'error',
    message: notice.title,
    fields: { event: 'project.unhealthy' },
  })
  const about = { audience: 'installation' } as const
  expect(noticeLine({ ...notice, about }, 5)).toBeUndefined()
})

test.each([
  ['delivered', 'info'],
  ['waiting', 'warn'],
  ['failed', 'error'],
] as const)('an attempt after which a delivery is %s is %s', (state, level) => {
  const tried = { id: 'd', project: 'shop', attempt: 2, state, outcome: { tookMs: 9, status: 500 } }
  expect(deliveryLine(tried, 5)).toMatchObject({
    project: 'shop',
    source: 'deliveries',
    level,
    fields: { delivery: 'd', attempt: 2, status: 500, ms: 9 },
  })
  expect(deliveryLine({ ...tried, project: null }, 5)).toBeUndefined()
})

test('a job that succeeded is a line of its project', () => {
  const done = {
    project: 'shop',
    event: 'backup.made',
    message: 'A backup was made: 5 MB',
    fields: { bytes: 5 },
  }
  expect(jobLine(done, 7)).toEqual({
    time: 7,
    project: 'shop',
    source: 'jobs',
    level: 'info',
    message: 'A backup was made: 5 MB',
    fields: { event: 'backup.made', bytes: 5 },
  })
})
