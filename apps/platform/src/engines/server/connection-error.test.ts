import { expect, test } from 'vitest'
import { connectionError } from './connection-error.js'

const address = { host: 'db.example.org', port: 5433 }

test.each([
  [
    { code: 'ECONNREFUSED' },
    'unreachable',
    'No database answers at db.example.org:5433: connection refused. Check host and port in the URL, and that the server takes connections from here.',
  ],
  [
    { code: 'ENOTFOUND' },
    'unreachable',
    'No database answers at db.example.org:5433: unknown host. Check host and port in the URL, and that the server takes connections from here.',
  ],
  [
    { message: 'timeout expired' },
    'unreachable',
    'No database answers at db.example.org:5433: no answer in time. Check host and port in the URL, and that the server takes connections from here.',
  ],
  [
    { code: '28P01', message: 'password authentication failed for user "me"' },
    'authentication',
    'The database at db.example.org:5433 refused the sign-in: password authentication failed for user "me". Check the user and the password in the URL.',
  ],
  [
    { message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' },
    'authentication',
    'The database at db.example.org:5433 needs a password. Add it to the URL.',
  ],
  [
    { code: '3D000', message: 'database "x" does not exist' },
    'unreachable',
    'The database at db.example.org:5433 refused the connection: database "x" does not exist. Create that database, or name another in the URL.',
  ],
  [
    { code: '53300', message: 'sorry, too many clients already' },
    'unreachable',
    'The database at db.example.org:5433 refused the connection: sorry, too many clients already. Close other connections, or raise max_connections there.',
  ],
])('%j', (error, code, message) => {
  expect(connectionError(Object.assign(new Error(), error), address)).toMatchObject({ code, message })
})

test('an IPv6 address is in brackets', () => {
  expect(connectionError({ code: 'ECONNREFUSED' }, { host: '::1', port: 1 }).message).toContain('[::1]:1')
})
