/** The data API of a running program, asked as applications ask it. */
import {
  createClient,
  listApiKeys,
  updateDataApiConfig,
  type Client,
  type DataApiSettings,
} from '@basedeck/platform-client'

export interface Answered {
  status: number
  /** Parsed JSON; undefined: there was none. */
  body: Record<string, unknown> | unknown[] | undefined
}

export interface ServedData {
  client: Client
  anon: string
  service: string
  /** @param key default: the secret one */
  ask(path: string, init?: RequestInit & { key?: string }): Promise<Answered>
  change(settings: Partial<DataApiSettings>): Promise<void>
}

/** @param addresses of the dashboard and of the projects' own API */
export async function askData({ url, apiUrl }: { url: string; apiUrl: string }): Promise<ServedData> {
  const client = createClient({ baseUrl: url })
  const params = { ref: 'default' }
  const keys = await client.call(listApiKeys, { params, query: { reveal: true } })
  const keyOf = (name: string) => keys.find((key) => key.name === name)?.api_key ?? ''
  const service = keyOf('service_role')
  return {
    client,
    anon: keyOf('anon'),
    service,
    ask: (path, init) => answerOf(`${apiUrl}/default/rest/v1${path}`, service, init),
    async change(body) {
      await client.call(updateDataApiConfig, { params, body })
    },
  }
}

export async function answerOf(
  address: string,
  secret: string,
  { key = secret, ...init }: RequestInit & { key?: string } = {},
): Promise<Answered> {
  const headers = { apikey: key, 'content-type': 'application/json', ...(init.headers as object) }
  const answer = await fetch(address, { ...init, headers })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown[]) }
}
