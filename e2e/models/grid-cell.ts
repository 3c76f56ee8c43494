import type { Locator, Page } from '@playwright/test'

/** A cell of a table's rows. Row 0 is the heads. */
export function gridCell(page: Page, table: string, row: number, column: number): Locator {
  return page
    .getByRole('grid', { name: `Rows of ${table}` })
    .getByRole('row')
    .nth(row)
    .getByRole('gridcell')
    .nth(column)
}
