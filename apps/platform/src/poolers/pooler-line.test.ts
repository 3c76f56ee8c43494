import { expect, test } from 'vitest'
import { poolerLine } from './pooler-line.js'

const SHARED = {
  name: 'shared-transaction',
  refOf: (database: string | undefined) => (database === 'postgres.shop' ? 'shop' : undefined),
}
const line = (said: string, word = 'LOG') => `2026-11-28 17:00:00.123 UTC [4711] ${word} ${said}\n`

test('what a shared pooler says of a database is of its project', () => {
  const said = 'C-0x55d0aa: postgres.shop/ann@10.0.0.7:51000 closing because: client unexpected eof (age=3s)'
  expect(poolerLine(line(said), SHARED, 7)).toEqual({
    time: 7,
    project: 'shop',
    source: 'pooler',
    level: 'info',
    message: 'closing because: client unexpected eof (age=3s)',
    fields: {
      pooler: 'shared-transaction',
      side: 'client',
      database: 'postgres.shop',
      user: 'ann',
      ip: '10.0.0.7',
    },
  })
})

test.each([
  ['of another database', line('C-0x1: other/ann@10.0.0.7:1 closing')],
  ['of no database', line('kernel file descriptor limit: 1024')],
  ['no line of the log', 'Segmentation fault'],
  ['nothing', ''],
])('%s is kept for no project', (_what, text) => {
  expect(poolerLine(text, SHARED, 0)).toBeUndefined()
})

test('all that the pooler of one project says is of it, with its level and without paths', () => {
  const own = { name: 'shop', refOf: () => 'shop' }
  expect(
    poolerLine(line('could not open /data/poolers/shop/pgbouncer.ini', 'WARNING'), own, 0),
  ).toMatchObject({
    project: 'shop',
    level: 'warn',
    message: expect.not.stringContaining('/data') as string,
  })
  expect(poolerLine(line('S-0x2: shop/x@127.0.0.1:5432 login failed', 'ERROR'), own, 0)).toMatchObject({
    level: 'error',
    fields: { side: 'server' },
  })
})
