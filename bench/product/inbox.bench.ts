/** An inbox of ten thousand notifications: its calls on both engines, and from the click on the bell to its first rows. */
import {
  archiveAllNotifications,
  getHealth,
  getNotificationsSummary,
  listNotifications,
} from '@basedeck/platform-client'
import type { Page } from 'playwright-core'
import type { ControlDatabase } from '../../apps/platform/src/control/control-database.js'
import { openControlDatabase } from '../../apps/platform/src/control/open-control-database.js'
import { usableBinariesOrReason } from '../../apps/platform/src/engines/cluster/usable-binaries.js'
import { runApp } from '../../apps/platform/test/running-app.js'
import { startPlatform, type Platform } from '../../e2e/models/platform.js'
import { median, timed, type BenchResult } from '../bench-result.js'
import { openBrowser, openPage } from './browser.js'

const ROWS = 10_000
const OPEN_BUDGET_MS = 100
const ARCHIVE_BUDGET_MS = 300
const TIMES = 9

export async function run(): Promise<BenchResult[]> {
  return [...(await calls('cluster')), ...(await calls('pglite')), ...(await opened())]
}

/** For the one person of a self-hosted platform. */
function fill(control: ControlDatabase): Promise<void> {
  return control.script(`insert into control.notifications
      (profile_id, name, priority, fact, audience, organization_id, project_id, data, inserted_at)
    select m.profile_id, 'project.paused', (array['Info', 'Warning', 'Critical'])[1 + n % 3], 'fact ' || n, 'projects',
      m.organization_id, p.id,
      json_build_object('title', 'Notification ' || n, 'message', 'What **happened** in the project.',
        'actions', json_build_array(json_build_object('label', 'Open project', 'url', '/project/[ref]'))),
      now() - make_interval(secs => n)
    from generate_series(1, ${ROWS}) n, control.members m
      join control.projects p on p.organization_id = m.organization_id`)
}

async function calls(engine: 'cluster' | 'pglite'): Promise<BenchResult[]> {
  const running = await runApp(engine)
  const { client, control } = running
  try {
    await fill(control)
    await control.script('analyze control.notifications')
    const floor = await timed(50, () => client.call(getHealth, {}))
    const figure = (name: string, value: number, budget?: number): BenchResult => ({
      name: `${engine}: ${name}`,
      value,
      unit: 'ms',
      floor,
      floorName: 'a call that asks nothing',
      ...(budget === undefined ? {} : { budget }),
    })
    const list = (offset: number) => () => client.call(listNotifications, { query: { offset } })
    return [
      figure('the first page', await timed(20, list(0))),
      figure('the last page', await timed(20, list(ROWS - 10))),
      figure('the summary', await timed(20, () => client.call(getNotificationsSummary, {}))),
      figure(
        'all are archived, by one statement',
        await archiving(control, () => client.call(archiveAllNotifications, {})),
        ARCHIVE_BUDGET_MS,
      ),
    ]
  } finally {
    await running.stop()
  }
}

async function archiving(control: ControlDatabase, archive: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await control.script(`update control.notifications set status = 'new'`)
    const start = performance.now()
    await archive()
    took.push(performance.now() - start)
  }
  return median(took)
}

/** The files are loaded, the rows are not. */
async function opened(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const browser = await openBrowser()
  try {
    await fillStopped(platform)
    const page = await openPage(browser, platform.url)
    await page.goto('/project/default')
    await page.getByRole('heading', { level: 1 }).waitFor()
    return [
      {
        name: `an inbox of ${ROWS.toLocaleString('en')}, from the click to its first row`,
        value: await opening(page),
        unit: 'ms',
        budget: OPEN_BUDGET_MS,
      },
    ]
  } finally {
    await browser.close()
    await platform.dispose()
  }
}

async function fillStopped(platform: Platform): Promise<void> {
  await platform.end()
  const { dataDir } = platform
  const control = openControlDatabase({
    dataDir,
    binaries: await usableBinariesOrReason(dataDir),
    wanted: 'cluster',
  })
  await fill(control)
  await control.close()
  await platform.restart()
}

/** Timed in the page, until the frame after the one that draws the first row. */
async function opening(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: /^Notifications/ })
  const took: number[] = []
  for (let time = 0; time <= TIMES; time++) {
    took.push(
      await button.evaluate(async (bell: HTMLElement) => {
        const start = performance.now()
        bell.click()
        while (!document.querySelector('[data-row]')) await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        return performance.now() - start
      }),
    )
    await page.keyboard.press('Escape')
    await button.and(page.locator('[aria-expanded="false"]')).waitFor()
    // What was seen is marked as read.
    await page.waitForTimeout(300)
  }
  return median(took.slice(1))
}
