/** Mails are handed to servers that speak the protocol: good ones, ones that refuse, and ones that hang. */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { testAuthority } from '../../engines/testing/certificates.js'
import { readAllowedHosts } from '../../outgoing/allowed-hosts.js'
import { createOutgoing } from '../../outgoing/outgoing.js'
import { sendBySmtp } from './smtp-sending.js'

const authority = testAuthority()
const { certificate, key } = authority.issue('smtp.example')
const loopback = async () => [{ address: '127.0.0.1', family: 4 }]
const outgoing = createOutgoing({
  userAgent: 'test',
  allowed: readAllowedHosts('smtp.example'),
  resolve: loopback,
})
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

interface Received {
  from: string
  to: string[]
  data: string
  user: unknown
  isSecure: boolean
}

async function smtp(options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    cert: certificate,
    key,
    authOptional: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'hush' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, { envelope, user, secure }, done) {
      let data = ''
      stream.on('data', (piece: Buffer) => void (data += piece.toString()))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ from, to, data, user, isSecure: secure })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, received }
}

async function plain(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => void server.close(() => resolve())))
  return (server.address() as AddressInfo).port
}

const mail = { to: 'eve@example.com', subject: 'Hi', html: '<p>Grüße</p>', text: 'Grüße' }
const send = (
  smtp_port: number,
  more: { user?: string; password?: string; host?: string; wholeMs?: number } = {},
) =>
  sendBySmtp(
    { outgoing, ca: authority.certificate, ...(more.wholeMs === undefined ? {} : { wholeMs: more.wholeMs }) },
    {
      config: {
        smtp_host: more.host ?? 'smtp.example',
        smtp_port,
        smtp_user: more.user ?? '',
        smtp_admin_email: 'app@example.com',
        smtp_sender_name: 'The app',
      },
      password: more.password,
    },
    mail,
  )

test('a mail arrives, encrypted and signed in, with both forms of its text', async () => {
  const { port, received } = await smtp()
  expect(await send(port, { user: 'app', password: 'hush' })).toEqual({ ok: true })
  expect(received).toMatchObject([
    { from: 'app@example.com', to: ['eve@example.com'], user: 'app', isSecure: true },
  ])
  const data = received[0]?.data ?? ''
  expect(data).toContain('From: The app <app@example.com>')
  expect(data).toContain('text/plain')
  expect(data).toContain('text/html')
})

test('a password is not sent in clear text', async () => {
  const seen: unknown[] = []
  const onAuth: SMTPServerOptions['onAuth'] = (auth, _session, done) => {
    seen.push(auth)
    done(new Error('no'))
  }
  const { port } = await smtp({
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth,
  })
  expect(await send(port, { user: 'app', password: 'hush' })).toMatchObject({ ok: false, reason: 'mail-tls' })
  expect(seen).toEqual([])
})

test('a wrong password is tried again, for it may be mended', async () => {
  const { port } = await smtp()
  const outcome = await send(port, { user: 'app', password: 'wrong' })
  expect(outcome).toEqual({ ok: false, reason: 'mail-sign-in-refused', isFinal: false })
})

test.each([
  [550, true],
  [451, false],
])('a recipient that is refused with %i: for good %s', async (responseCode, isFinal) => {
  const { port } = await smtp({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('eve@example.com'), { responseCode })),
  })
  expect(await send(port)).toEqual({ ok: false, reason: 'mail-refused', isFinal })
})

test('a server that says nothing, and one that never ends, hold up for a limited time', async () => {
  const silent = await plain(() => {})
  expect(await send(silent, { wholeMs: 50 })).toEqual({ ok: false, reason: 'mail-timeout', isFinal: false })
  const endless = await plain(
    (socket: NodeJS.WritableStream & { on(name: string, heard: () => void): void }) => {
      socket.on('error', () => {})
      socket.write('220-hello\r\n')
    },
  )
  expect(await send(endless, { wholeMs: 50 })).toMatchObject({ reason: 'mail-timeout' })
})

test('a server that hangs up, and one that is not there', async () => {
  const rude = await plain((socket) => socket.destroy())
  expect(await send(rude)).toMatchObject({ ok: false, isFinal: false })
  const gone = await plain(() => {})
  await ends.pop()?.()
  expect(await send(gone)).toMatchObject({ ok: false, reason: 'unreachable' })
})

test('a host of the private network is not reached', async () => {
  const { port, received } = await smtp()
  expect(await send(port, { host: 'other.example' })).toMatchObject({ reason: 'address-refused' })
  expect(received).toEqual([])
})
