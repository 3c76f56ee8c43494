/** What axe finds on a page that has come to rest. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** @param within looks at this part of the page alone, and not at what only a whole page can break */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Opening and closing motions are not the page: none begins while axe looks, and what has begun ends first.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )
  const axe = new AxeBuilder({ page })
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  )
}

/** Only that its words can be read: what another theme can break. */
export async function expectReadable(page: Page, within: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .withRules(['color-contrast'])
    .analyze()
  expect(violations.flatMap(({ nodes }) => nodes.map((node) => node.html))).toEqual([])
}
