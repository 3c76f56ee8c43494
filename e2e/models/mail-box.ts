/** A mail server that keeps all mails, with the part of SMTP that a sender needs. */
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface MailBox {
  /** For `BASEDECK_SMTP_URL`. */
  url: string
  /** The texts of the mails so far. */
  readonly mails: string[]
  close(): Promise<void>
}

export async function openMailBox(): Promise<MailBox> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, mails)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}?from=basedeck@example.com`,
    mails,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

function converse(socket: Socket, mails: string[]): void {
  let pending = ''
  let mail: string[] | undefined
  const say = (line: string) => void socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    if (mail) {
      if (line !== '.') return void mail.push(line)
      mails.push(decode(mail.join('\n')))
      mail = undefined
      return say('250 kept')
    }
    const [word = ''] = line.toUpperCase().split(' ')
    if (word === 'DATA') mail = []
    say({ EHLO: '250 mailbox', DATA: '354 go on', QUIT: '221 bye' }[word] ?? '250 fine')
  }
  socket.on('data', (chunk: Buffer) => {
    const lines = (pending + chunk.toString()).split('\r\n')
    pending = lines.pop() ?? ''
    lines.forEach(hear)
  })
  say('220 mailbox')
}

/** Long lines are folded in quoted-printable. */
function decode(text: string): string {
  return text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
