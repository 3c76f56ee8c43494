/** The texts that the editor's panel offers, each in a new project's database. */
import { templates } from '@basedeck/core/sql'
import { queryTyped } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

for (const kind of ['cluster', 'pglite'] as const) {
  describe(`templates on ${kind}`, () => {
    let running: RunningApp
    beforeAll(async () => {
      running = await runApp(kind)
    })
    afterAll(() => running.stop())

    const run = (query: string, runId: string) =>
      running.client.call(queryTyped, { params: { ref: OWN_REF }, body: { query, runId } })

    test.each(templates)('$id runs as it is', async ({ id, sql }) => {
      const { results } = await run(sql, id)
      expect(results.length).toBeGreaterThan(0)
    })

    test('a foreign key without an index is found, one with an index is not', async () => {
      await run(
        `create table owned (a int references books (id), b bigint references books (id));
         create index on owned (b)`,
        'fixture',
      )
      const sql = templates.find(({ id }) => id === 'foreign-keys-without-index')?.sql ?? ''
      const { results } = await run(sql, 'found')
      const rows = results[0]?.rows.map((row) => row.slice(0, 2)) ?? []
      expect(rows).toContainEqual(['owned', 'owned_a_fkey'])
      expect(rows).not.toContainEqual(['owned', 'owned_b_fkey'])
    })
  })
}
