import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createSessionCookie } from './session-cookie.js'

/** What the browser is told, and what is read of what it sends. */
async function answers(secure: boolean, sent: string) {
  const cookie = createSessionCookie('0123456789abcdef', secure)
  const app = new Hono()
    .get('/write', (c) => {
      cookie.write(c, 'secret', new Date('2027-01-01T00:00:00Z'))
      return c.text('')
    })
    .get('/clear', (c) => {
      cookie.clear(c)
      return c.text('')
    })
    .get('/read', (c) => c.text(cookie.read(c) ?? 'none'))
  const told = async (path: string) => (await app.request(path)).headers.get('set-cookie')
  const read = await app.request('/read', { headers: { cookie: sent } })
  return { written: await told('/write'), cleared: await told('/clear'), read: await read.text() }
}

test('the cookie is named after the installation, and scripts and other sites don’t get it', async () => {
  const { written, cleared, read } = await answers(false, 'basedeck_01234567=secret')
  expect(read).toBe('secret')
  expect(written).toBe(
    'basedeck_01234567=secret; Path=/; Expires=Fri, 01 Jan 2027 00:00:00 GMT; HttpOnly; SameSite=Strict',
  )
  expect(cleared).toMatch(/^basedeck_01234567=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict/)
})

test('over TLS it belongs to this host alone', async () => {
  const { written, read } = await answers(true, '__Host-basedeck_01234567=secret')
  expect(read).toBe('secret')
  expect(written).toMatch(/^__Host-basedeck_01234567=secret; .*Secure/)
})

test('the cookie of another installation is not read', async () => {
  expect((await answers(false, 'basedeck_ffffffff=secret')).read).toBe('none')
})
