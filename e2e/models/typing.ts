/** Types a text without pauses: key by key, ended with Enter. */
import { expect, type Page } from '@playwright/test'
import type { SqlPage } from './sql-page.js'

/**
 * The editor's text after `text` was typed and ended with Enter and a letter, without those two.
 * @param delay milliseconds between two keys
 */
export async function typed(page: Page, sql: SqlPage, text: string, delay: number): Promise<string> {
  await sql.write('')
  await page.keyboard.type(text, { delay })
  await page.keyboard.press('Enter')
  await page.keyboard.type('x')
  await expect.poll(() => sql.text(), text).toMatch(/\n\s*x/)
  // The editor closes brackets automatically.
  return (await sql.text()).replace(/\n\s*x[)'"]*$/, '')
}
