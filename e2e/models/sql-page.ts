/** The SQL editor as a person uses it. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The answer of a question that runs the text writable. */
export const RUN = /^Run(?! read-only)/

export class SqlPage {
  readonly page: Page
  readonly editor: Locator
  readonly runButton: Locator
  readonly cancelButton: Locator
  readonly grid: Locator

  constructor(page: Page) {
    this.page = page
    this.editor = page.getByRole('textbox', { name: 'SQL', exact: true })
    const toolbar = page.getByRole('toolbar')
    this.runButton = toolbar.getByRole('button', { name: /^Run\b/ })
    this.cancelButton = toolbar.getByRole('button', { name: 'Cancel', exact: true })
    this.grid = page.getByRole('grid')
  }

  async open(): Promise<void> {
    await this.page.goto('/project/default/sql/1')
    // Benches run without the configuration of the tests.
    await expect(this.page.locator('.monaco-editor').first()).toBeVisible({ timeout: 20_000 })
  }

  /** The menu with more actions on the query. */
  async openMore(): Promise<void> {
    await this.page.getByRole('toolbar').getByRole('button', { name: 'More', exact: true }).click()
  }

  /** Replaces the text, as typed keys from the editor's view. */
  async write(sql: string): Promise<void> {
    await this.editor.focus()
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.press('Delete')
    await this.page.keyboard.insertText(sql)
  }

  /** Replaces the text from the clipboard, for large texts. */
  async paste(sql: string): Promise<void> {
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), sql)
    await this.editor.focus()
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.press('ControlOrMeta+v')
  }

  /** Writes, runs, and confirms when asked. */
  async run(sql: string, { confirm = false } = {}): Promise<void> {
    await this.write(sql)
    await this.page.keyboard.press('ControlOrMeta+Enter')
    if (confirm) await this.page.getByRole('dialog').getByRole('button', { name: RUN }).click()
  }

  /** The text of a cell, by the row's number as shown and the column's name. */
  cell(row: number, column: number): Locator {
    return this.grid.getByRole('row').nth(row).getByRole('gridcell').nth(column)
  }

  /** The text as the editor holds it. */
  async text(): Promise<string> {
    const lines = await this.page.locator('.view-lines .view-line').allInnerTexts()
    return lines.join('\n').replaceAll('\u00a0', ' ')
  }
}
