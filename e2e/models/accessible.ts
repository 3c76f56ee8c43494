/** What axe finds on a page without running animations: all rules in the current theme, and contrast in the other one. */
import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

interface Finding {
  id: string
  nodes: string[]
}

/** The minified file, since every page that is checked must parse it: the other one takes twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The rules that depend on the theme. */
const READABLE = ['color-contrast']

/** @param within checks this part of the page only, without the rules for whole pages */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await expectAccessibleAsItIs(page, within)
  await inOtherTheme(page, async (theme) =>
    expect(await findings(page, within, READABLE), `in the ${theme} theme`).toEqual([]),
  )
}

/** All rules in the current theme alone, for a page that is looked at in the other one elsewhere. */
export async function expectAccessibleAsItIs(page: Page, within?: string): Promise<void> {
  await rest(page)
  expect(await findings(page, within)).toEqual([])
}

/** Checks the contrast only, in both themes. */
export async function expectReadable(page: Page, within: string): Promise<void> {
  await rest(page)
  expect(await findings(page, within, READABLE)).toEqual([])
  await inOtherTheme(page, async (theme) =>
    expect(await findings(page, within, READABLE), `in the ${theme} theme`).toEqual([]),
  )
}

/** The colours of high contrast, in the current theme. */
export async function expectReadableInHighContrast(page: Page, within: string): Promise<void> {
  const set = (contrast: string) =>
    page.evaluate((value) => void (document.documentElement.dataset['contrast'] = value), contrast)
  await set('high')
  await settle(page)
  expect(await findings(page, within, READABLE), 'in high contrast').toEqual([])
  await set('normal')
}

/** Animations would disturb the check: running ones end first, and no new one starts. */
async function rest(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await settle(page)
}

/** The editor follows a theme a frame later. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
  })
}

async function findings(page: Page, within: string | undefined, rules?: string[]): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ([scope, values]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(scope ?? document, {
        resultTypes: ['violations'],
        // No rule that is on reads style sheets or media again.
        preload: false,
        ...(values ? { runOnly: { type: 'rule', values } } : {}),
      })
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
    },
    [within, rules] as const,
  )
}

async function inOtherTheme(page: Page, look: (theme: string) => Promise<void>): Promise<void> {
  const worn = await page.evaluate(() => document.documentElement.dataset['theme'])
  const other = worn === 'dark' ? 'light' : 'dark'
  await wear(page, other)
  await look(other)
  await wear(page, worn ?? 'light')
}

async function wear(page: Page, theme: string): Promise<void> {
  await page.evaluate((value) => void (document.documentElement.dataset['theme'] = value), theme)
  await settle(page)
}
