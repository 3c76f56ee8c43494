import { expect, test } from 'vitest'
import { programAccess } from './database-ports.js'

const tls = { certificate: 'a', key: 'b' }

test.each([
  ['127.0.0.1', 'https://example.com', { listen: '127.0.0.1', host: '127.0.0.1' }],
  ['localhost', undefined, { listen: '127.0.0.1', host: '127.0.0.1' }],
  ['0.0.0.0', 'https://db.example.com:8443', { listen: '0.0.0.0', host: 'db.example.com' }],
  // It may be another machine than the dashboard's proxy.
  ['10.0.0.5', 'https://db.example.com', { listen: '10.0.0.5', host: '10.0.0.5' }],
])('listening at %s behind %s', (pgHost, publicUrl, access) => {
  expect(programAccess({ pgHost, pgTls: tls, publicUrl })).toEqual({ ...access, tls })
})
