/** For tests only. */
export { createFakeClock, type FakeClock } from './fake-clock.js'
export {
  createMemoryHost,
  createMemoryNavigation,
  createMemoryStorage,
  type MemoryHost,
} from './memory-host.js'
