/** What a hosted platform promises of the documents of an organization. */
import { expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  createDocument,
  deleteDocument,
  DOCUMENT_MAX_BYTES,
  downloadDocument,
  listDocuments,
} from '../contract/index.js'
import { refusal } from './refusal.js'

/** `{"a":1}` in base64: seven bytes. */
const CONTENT = 'eyJhIjoxfQ=='

/**
 * Registers the tests, inside those of a hosted platform.
 * @param connect gives the client, in each test
 * @param newOrganization makes an organization, and gives its slug
 */
export function promiseDocuments(connect: () => Client, newOrganization: () => Promise<string>): void {
  test('a document is added, listed, downloaded and deleted', async () => {
    const client = connect()
    const params = { slug: await newOrganization() }
    expect(await client.call(listDocuments, { params })).toEqual([])
    const add = (name: string, more: { description?: string; content?: string } = {}) =>
      client.call(createDocument, { params, body: { name, content: CONTENT, ...more } })
    const made = await add('Agreement ä.txt', { description: ' signed ' })
    expect(made).toMatchObject({
      name: 'Agreement ä.txt',
      description: 'signed',
      size: 7,
      type: 'text/plain',
    })
    expect(made.hash).toMatch(/^[0-9a-f]{64}$/)
    const other = await add('Other.txt')
    expect(await client.call(listDocuments, { params })).toEqual([other, made])
    const at = { params: { ...params, id: made.id } }
    expect(await client.call(downloadDocument, at)).toEqual({ a: 1 })
    expect(await client.call(deleteDocument, at)).toEqual({ id: made.id })
    for (const gone of [() => client.call(downloadDocument, at), () => client.call(deleteDocument, at)])
      expect(await refusal(gone())).toEqual([404, 'not_found'])
  })

  test('a document needs a name that is no path, and bytes within the bound', async () => {
    const client = connect()
    const params = { slug: await newOrganization() }
    const tooLong = 'A'.repeat(Math.ceil((DOCUMENT_MAX_BYTES + 3) / 3) * 4)
    for (const body of [
      { name: '../secret', content: CONTENT },
      { name: 'a\\b', content: CONTENT },
      { name: '..', content: CONTENT },
      { name: ' ', content: CONTENT },
      { name: 'a', content: '' },
      { name: 'a', content: 'not base64!!' },
      { name: 'a', content: tooLong },
    ])
      expect(await refusal(client.call(createDocument, { params, body }))).toEqual([400, 'invalid_body'])
  })
}
