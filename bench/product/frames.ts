/** What the main thread of a page does: its longest task, and the time between frames while a grid is scrolled. */
import type { Page } from 'playwright-core'

/** The longest task of the next second and a half. */
export function longestTask(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
        })
        observer.observe({ type: 'longtask' })
        setTimeout(() => {
          observer.disconnect()
          resolve(longest)
        }, 1500)
      }),
  )
}

/** Scrolls a grid 100 px a frame for 120 frames; the 95th percentile of the time between frames. */
export function scrollFrames(page: Page): Promise<number> {
  return page.getByRole('grid').evaluate(
    (grid) =>
      new Promise<number>((resolve) => {
        const frames: number[] = []
        let before = performance.now()
        const step = (now: number) => {
          frames.push(now - before)
          before = now
          grid.scrollTop += 100
          if (frames.length < 120) requestAnimationFrame(step)
          else resolve(frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0)
        }
        requestAnimationFrame(step)
      }),
  )
}
