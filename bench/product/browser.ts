/** The browser that benches measure in. */
import { chromium, type Browser, type Page } from 'playwright-core'

const LAUNCH = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(process.env['BASEDECK_CHROMIUM'] ? { executablePath: process.env['BASEDECK_CHROMIUM'] } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...LAUNCH] : LAUNCH,
  })
}

/** A page of the platform, where functions of a bench may run. */
export async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  // tsx names functions through a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (value) => value')
  return page
}
