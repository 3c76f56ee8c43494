/** What every platform with an AI service promises: run against the fake, and the real server before a service of tests. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  askAssistant,
  completeCode,
  getRuntimeConfig,
  suggestTitle,
  type AssistantEvent,
} from '../contract/index.js'

/**
 * Registers the tests of the AI's calls.
 * @param connect gives a client of a platform whose AI answers with the SQL `select 1`, with a title, and in pieces
 */
export function describeAiContract(name: string, connect: () => Client): void {
  const params = { ref: 'default' }
  const completionMetadata = { textBeforeCursor: '', textAfterCursor: '', prompt: 'one', selection: '' }

  describe(`${name} has an AI that keeps the contract`, () => {
    test('it reports that AI is available', async () => {
      expect(await connect().call(getRuntimeConfig, {})).toMatchObject({ aiEnabled: true })
    })

    test('a completion is a text', async () => {
      const body = { projectRef: 'default', completionMetadata }
      expect(await connect().call(completeCode, { body })).toBe('select 1')
    })

    test('a title has a description', async () => {
      expect(await connect().call(suggestTitle, { body: { sql: 'select 1' } })).toEqual({
        title: expect.any(String),
        description: expect.any(String),
      })
    })

    test('the assistant sends what it knows, its answer, and the end', async () => {
      const events: AssistantEvent[] = []
      const body = { messages: [{ role: 'user' as const, content: 'hello' }] }
      for await (const event of connect().events(askAssistant, { params, body })) events.push(event)
      expect(events.map(({ type }) => type)).toEqual(['context', ...texts(events), 'end'])
    })

    test.each([
      [
        'an empty prompt',
        () =>
          connect().call(completeCode, {
            body: { projectRef: 'default', completionMetadata: { ...completionMetadata, prompt: ' ' } },
          }),
        400,
      ],
      [
        'a project that is not there',
        () => connect().call(completeCode, { body: { projectRef: 'nobody', completionMetadata } }),
        404,
      ],
      [
        'no message',
        () =>
          connect()
            .events(askAssistant, { params, body: { messages: [] } })
            .next(),
        400,
      ],
    ])('%s is refused', async (_, call, status) => {
      await expect(call()).rejects.toMatchObject({ kind: 'http', status })
    })

    test('what must not be empty is refused before anything is sent', async () => {
      await expect(connect().call(suggestTitle, { body: { sql: '' } })).rejects.toMatchObject({
        kind: 'invalid',
        message: 'SQL query is required',
      })
    })
  })
}

function texts(events: readonly AssistantEvent[]): string[] {
  return events.filter(({ type }) => type === 'text').map(({ type }) => type)
}
