/** JSON-RPC over a process's standard input and output, each message behind its length, as language servers speak it. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'

export interface JsonRpc {
  request(method: string, params: unknown): Promise<unknown>
  notify(method: string, params: unknown): void
}

interface Message {
  id?: number | string
  method?: string
  result?: unknown
  error?: { message: string }
}

/** Requests of the server itself are answered with null. */
export function createJsonRpc(child: ChildProcessWithoutNullStreams): JsonRpc {
  const waiting = new Map<number | string, { resolve(result: unknown): void; reject(error: Error): void }>()
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  const receive = ({ id, method, result, error }: Message) => {
    if (id === undefined) return
    if (method !== undefined) return send({ id, result: null })
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  }
  let received = Buffer.alloc(0)
  child.stdout.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data])
    for (;;) {
      const begin = received.indexOf('\r\n\r\n')
      const length = Number(
        /Content-Length: (\d+)/i.exec(received.subarray(0, Math.max(begin, 0)).toString())?.[1],
      )
      if (begin < 0 || received.length < begin + 4 + length) break
      const body = received.subarray(begin + 4, begin + 4 + length).toString()
      received = received.subarray(begin + 4 + length)
      receive(JSON.parse(body) as Message)
    }
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the process ended with ${code}`))
  })
  let last = 0
  return {
    request(method, params) {
      const id = ++last
      send({ id, method, params })
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    notify: (method, params) => send({ method, params }),
  }
}
