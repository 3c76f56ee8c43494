/** A client of the object API for browsers and phones: the calls that the platform answers, by `fetch`. */
import type { ConnectFile } from './file.js'

/**
 * @param given the two expressions that read address and key
 * @param before lines at the head of the module
 */
export function objectClient(
  name: string,
  given: { address: string; key: string },
  { before = '', language = 'ts' as const } = {},
): ConnectFile {
  return {
    name,
    language,
    code: `${before}const address: string = ${given.address}
const headers = { apikey: ${given.key} }

export interface StoredFile {
  /** Null: a folder. */
  id: string | null
  name: string
}

export async function listFiles(bucket: string, folder = ''): Promise<StoredFile[]> {
  const answer = await fetch(\`\${address}/storage/v1/object/list/\${bucket}\`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ prefix: folder, limit: 100, offset: 0 }),
  })
  return (await checked(answer)).json()
}

export async function uploadFile(bucket: string, path: string, file: Blob): Promise<void> {
  const body = new FormData()
  body.append('', file)
  await checked(await fetch(addressOf(bucket, path), { method: 'POST', headers, body }))
}

export async function downloadFile(bucket: string, path: string): Promise<Blob> {
  return (await checked(await fetch(addressOf(bucket, path), { headers }))).blob()
}

/** For a file of a public bucket, as the address of an image or a link. */
export function publicAddress(bucket: string, path: string): string {
  return addressOf(\`public/\${bucket}\`, path)
}

function addressOf(bucket: string, path: string): string {
  return \`\${address}/storage/v1/object/\${bucket}/\${path.split('/').map(encodeURIComponent).join('/')}\`
}

async function checked(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const { message } = await answer.json().catch(() => ({ message: answer.statusText }))
  throw new Error(message)
}
`,
  }
}
