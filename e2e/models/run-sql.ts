/** SQL that a journey runs beside its page, through the platform's API. */
import { expect, type Page } from '@playwright/test'

export const QUERY = '/platform/pg-meta/default/query'

/** The rows of the last statement. */
export async function rowsOf(page: Page, query: string): Promise<(string | null)[][]> {
  const answer = await page.request.post(QUERY, {
    headers: { Version: '2' },
    data: { query, runId: crypto.randomUUID() },
  })
  expect(answer.status()).toBe(200)
  const { results } = (await answer.json()) as { results: { rows: (string | null)[][] }[] }
  return results.at(-1)?.rows ?? []
}

/** The first value of the last statement; empty: there is no row, or the value is NULL. */
export async function ran(page: Page, query: string): Promise<string> {
  const [row] = await rowsOf(page, query)
  return row?.[0] ?? ''
}
