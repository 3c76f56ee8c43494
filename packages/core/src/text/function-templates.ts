/** What a new edge function can begin with. */

/** A template, with the one file that it has. */
export interface FunctionTemplate {
  key: string
  label: string
  body: string
  code: string
}

const hello = `// Web pages of other origins may call it, such as the dashboard when you try it.
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
}

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response('ok', { headers: cors })
  const { name = 'world' } = await request.json().catch(() => ({}))
  return Response.json({ message: \`Hello, \${name}!\` }, { headers: cors })
})
`
const server = `Deno.serve(async (request) => {
  const body = await request.json().catch(() => null)
  return Response.json({ received: body })
})
`
const rows = `import { createClient } from 'npm:@supabase/supabase-js@2'

// Reads as the user who calls: row-level security decides what is found.
Deno.serve(async (request) => {
  const client = createClient(Deno.env.get('SUPABASE_URL')!, Deno.env.get('SUPABASE_ANON_KEY')!, {
    global: { headers: { authorization: request.headers.get('authorization') ?? '' } },
  })
  const { data, error } = await client.from('todos').select('*').limit(10)
  if (error) return Response.json({ error: error.message }, { status: 400 })
  return Response.json(data)
})
`
const webhook = `// Called for changes of a table, or by another service.
Deno.serve(async (request) => {
  if (request.method !== 'POST') return new Response('Only POST', { status: 405 })
  const event = await request.json()
  console.log('received', event.type, event.table)
  return new Response(null, { status: 204 })
})
`
const stream = `// Sends its answer piece by piece.
Deno.serve(() => {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    async start(controller) {
      for (let count = 1; count <= 5; count += 1) {
        controller.enqueue(encoder.encode(\`data: \${count}\\n\\n\`))
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
})
`
const socket = `// Answers each message of a WebSocket.
Deno.serve((request) => {
  if (request.headers.get('upgrade') !== 'websocket') return new Response('Expected a WebSocket', { status: 426 })
  const { socket, response } = Deno.upgradeWebSocket(request)
  socket.onmessage = ({ data }) => socket.send(\`You said: \${data}\`)
  return response
})
`

/** In the order in which they are offered; the first one is chosen. */
export const FUNCTION_TEMPLATES: readonly FunctionTemplate[] = [
  {
    key: 'hello',
    label: 'Hello',
    body: 'Reads JSON and answers with JSON, also to web pages (CORS).',
    code: hello,
  },
  {
    key: 'server',
    label: 'For servers',
    body: 'Answers other servers; no page of another origin can read it.',
    code: server,
  },
  { key: 'rows', label: 'Rows of a table', body: 'Reads as the user who calls it.', code: rows },
  { key: 'webhook', label: 'Webhook', body: 'Takes events of a table or of another service.', code: webhook },
  { key: 'stream', label: 'Stream', body: 'Sends its answer piece by piece.', code: stream },
  { key: 'socket', label: 'WebSocket', body: 'Talks in both directions.', code: socket },
]
