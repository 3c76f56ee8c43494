/** A service that speaks the chat-completions protocol: its answers and failures are set by the test. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AiQuestion {
  model: string
  stream: boolean
  messages: { role: string; content: string }[]
  authorization: string | undefined
}

export type AiReply =
  | { text: string }
  | { status: number; headers?: Record<string, string>; body?: string }
  /** No answer. */
  | 'hangs'
  /** The connection ends in the middle of the answer. */
  | { breaksOffAfter: string }
  | { nonsense: string }

export interface AiService {
  /** For `BASEDECK_AI_URL`. */
  url: string
  readonly questions: AiQuestion[]
  /** How many answers their asker did not wait for. */
  abandoned: number
  /** Its answer from now on; a function is called each time. */
  reply: AiReply | ((question: AiQuestion) => AiReply)
  close(): Promise<void>
}

export async function openAiService(reply: AiService['reply'] = { text: 'select 1' }): Promise<AiService> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const service: AiService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions: [],
    abandoned: 0,
    reply,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
  return service

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return void response.writeHead(404).end()
    const body = JSON.parse(await textOf(request)) as Omit<AiQuestion, 'authorization'>
    const question = { ...body, authorization: request.headers.authorization }
    service.questions.push(question)
    response.on('close', () => {
      if (!response.writableFinished) service.abandoned += 1
    })
    const said = typeof service.reply === 'function' ? service.reply(question) : service.reply
    if (said === 'hangs') return
    if ('status' in said) return void response.writeHead(said.status, said.headers).end(said.body)
    if ('nonsense' in said) return void response.writeHead(200).end(said.nonsense)
    if ('text' in said && !question.stream)
      return void response.end(
        JSON.stringify({ choices: [{ message: { role: 'assistant', content: said.text } }] }),
      )
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const text = 'text' in said ? said.text : said.breaksOffAfter
    for (const piece of text.match(/\s*\S+|\s+$/g) ?? []) send({ choices: [{ delta: { content: piece } }] })
    if ('breaksOffAfter' in said) return void setImmediate(() => response.destroy())
    send({ choices: [{ delta: {}, finish_reason: 'stop' }] })
    response.end('data: [DONE]\n\n')

    function send(chunk: unknown): void {
      response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
