/**
 * Runs tests against changed code. A test that hangs ends after so many turns of the event loop, however long they take: a
 * busy machine gives a test its turns later, and a clock would count it as noticed.
 */
import { TestRunner } from 'vitest'

const TURNS = 800
const TURN_MS = 10
// Tests replace the global ones.
const { setInterval, clearInterval } = globalThis

export default class extends TestRunner {
  async runTask(test: Parameters<typeof TestRunner.getTestFn>[0]): Promise<void> {
    let stopWatching = (): void => {}
    const hangs = new Promise<never>((_resolve, reject) => {
      let turns = 0
      const watch = setInterval(() => {
        if (++turns === TURNS) reject(new Error('The test hangs.'))
      }, TURN_MS)
      stopWatching = () => clearInterval(watch)
    })
    try {
      await Promise.race([TestRunner.getTestFn(test)(), hangs])
    } finally {
      stopWatching()
    }
  }
}
