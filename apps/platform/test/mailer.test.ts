/** Mail goes out by SMTP, to a server that speaks it. */
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailer } from '../src/mail/mailer.js'
import { invitationMail } from '../src/mail/mails.js'

interface Received {
  from: string
  to: string
  data: string
}

let server: Server
let port: number
const received: Received[] = []
/** While true, every recipient is refused. */
let refusing = false

beforeAll(async () => {
  server = createServer(talk)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

/** As much of RFC 5321 as a client needs to hand over a mail. */
function talk(socket: Socket): void {
  const mail: Received = { from: '', to: '', data: '' }
  let isData = false
  let rest = ''
  const say = (line: string) => void socket.write(`${line}\r\n`)
  say('220 test ESMTP')
  socket.on('data', (chunk) => {
    rest += chunk.toString()
    for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (isData) {
        if (line !== '.') mail.data += `${line}\n`
        else {
          isData = false
          received.push({ ...mail })
          say('250 taken')
        }
      } else if (/^EHLO/i.test(line)) say('250 test')
      else if (/^MAIL FROM:<(.*)>/i.test(line)) {
        mail.from = /<(.*)>/.exec(line)?.[1] ?? ''
        say('250 ok')
      } else if (/^RCPT TO/i.test(line)) {
        mail.to = /<(.*)>/.exec(line)?.[1] ?? ''
        say(refusing ? '550 no such box' : '250 ok')
      } else if (/^DATA/i.test(line)) {
        isData = true
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
  })
}

const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })

test('a mail is handed over with its sender, receiver and link', async () => {
  const mailer = createMailer(`smtp://127.0.0.1:${port}?from=basedeck@example.com`, log)
  const link = 'https://basedeck.example.com/invitation/secret-word'
  expect(
    await mailer.send(invitationMail('ada@example.com', 'Analytical\r\nBcc: x@example.com', 'Olive', link)),
  ).toBe(true)
  const [mail] = received
  expect(mail).toMatchObject({ from: 'basedeck@example.com', to: 'ada@example.com' })
  expect(mail?.data.replaceAll('=\n', '')).toContain(link)
  expect(mail?.data).not.toMatch(/^Bcc:/m)
})

test('a refused mail is reported, and its text is not in the log', async () => {
  refusing = true
  const mailer = createMailer(`smtp://user:hunter2@127.0.0.1:1`, log)
  expect(await mailer.send({ to: 'a@example.com', subject: 's', text: 'secret-word' })).toBe(false)
  const other = createMailer(`smtp://127.0.0.1:${port}`, log)
  expect(await other.send({ to: 'a@example.com', subject: 's', text: 'secret-word' })).toBe(false)
  expect(logged.join()).not.toMatch(/hunter2|secret-word/)
  expect(logged).toHaveLength(2)
})

test('without a mail server no mail is sent', async () => {
  const mailer = createMailer(undefined, log)
  expect(mailer.isConfigured).toBe(false)
  expect(await mailer.send({ to: 'a@example.com', subject: 's', text: 't' })).toBe(false)
})
