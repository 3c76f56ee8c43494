/** Ways through a page by the keyboard alone. */
import type { Page } from '@playwright/test'

/** More than any page has stops of the Tab key. */
const STOPS_MAX = 90

/** The name of what has the focus, as far as its attributes and its text tell it. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? ''
  })
}

/** Presses Tab until the focus is on what has this name. */
export async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  await pressTo(page, name, key, STOPS_MAX)
}

/** Goes along a toolbar or a list until the focus is on what has this name. */
export async function arrowTo(page: Page, name: string, key = 'ArrowRight'): Promise<void> {
  await pressTo(page, name, key, 20)
}

async function pressTo(page: Page, name: string, key: string, most: number): Promise<void> {
  const seen: string[] = []
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press(key)
    const focused = await focusedName(page)
    if (focused === name) return
    seen.push(focused)
  }
  throw new Error(`${key} does not lead to “${name}”, but to: ${seen.join(', ')}`)
}
