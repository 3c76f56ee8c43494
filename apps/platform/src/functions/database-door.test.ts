import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  AUTHENTICATION_OK,
  backendKeyData,
  readyForQuery,
} from '../engines/pglite/socket/backend-messages.js'
import {
  DATABASE_SOCKET,
  databaseUrl,
  openDatabaseDoor,
  type JoinDatabase,
  type JoinedClient,
} from './database-door.js'

async function opened(join_: JoinDatabase) {
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-door-'))
  const deps = { password: 'own', join: join_, onError: () => {} }
  const door = await openDatabaseDoor(deps, join(folder, DATABASE_SOCKET))
  onTestFinished(async () => {
    door.close()
    await rm(folder, { recursive: true })
  })
  const client = (password: string) => {
    const made = new pg.Client(databaseUrl(password, folder))
    made.on('error', () => {})
    return made
  }
  return { door, client }
}

/** A database that says nothing more. */
const silent =
  (joined: Partial<JoinedClient> = {}): JoinDatabase =>
  async (client) => {
    client.send(Buffer.concat([AUTHENTICATION_OK, backendKeyData(7, 77), readyForQuery('I')]))
    const socket = client.release().resume()
    const ended = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    return { key: { processId: 7, secret: 77 }, cancel() {}, ended, ...joined }
  }

test('a password of another process is refused, and nothing reaches the database', async () => {
  let joins = 0
  const { client } = await opened((...given) => {
    joins++
    return silent()(...given)
  })
  await expect(client('other').connect()).rejects.toMatchObject({ code: '28P01' })
  expect(joins).toBe(0)
  const own = client('own')
  await own.connect()
  expect(joins).toBe(1)
  await own.end()
})

test('with the process the password dies, and so do its connections', async () => {
  const { door, client } = await opened(silent())
  const open = client('own')
  await open.connect()
  const ended = new Promise<void>((resolve) => open.once('end', () => resolve()))
  door.close()
  await ended
  await expect(client('own').connect()).rejects.toThrow(/ECONNREFUSED|ENOENT/)
})

test('why the database can’t be reached is told', async () => {
  const { client } = await opened(async () => {
    throw new Error('The project is paused')
  })
  await expect(client('own').connect()).rejects.toMatchObject({
    code: '57P03',
    message: expect.stringContaining('The project is paused') as string,
  })
})

test('a cancel reaches only the session that it names with its secret', async () => {
  let cancelled = 0
  const { client } = await opened(silent({ cancel: () => cancelled++ }))
  const open = client('own')
  await open.connect()
  const ask = async (secret: number) => {
    const asking = client('own') as unknown as {
      connection: {
        connect(path: string): void
        cancel(pid: number, secret: number): void
        once: typeof open.once
      }
      host: string
    }
    asking.connection.connect(`${asking.host}/${DATABASE_SOCKET}`)
    await new Promise<void>((resolve) => void asking.connection.once('connect' as never, () => resolve()))
    const ended = new Promise<void>((resolve) => void asking.connection.once('end', () => resolve()))
    asking.connection.cancel(7, secret)
    await ended
  }
  await ask(78)
  expect(cancelled).toBe(0)
  await ask(77)
  expect(cancelled).toBe(1)
  await open.end()
})
