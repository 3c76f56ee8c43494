/** For tests: a platform in memory. It needs no test runner. */
export { createFakePlatform, type FakePlatform } from './fake-platform.js'
export type { FakeAnswer } from './contract-queries.js'
export { FakeRefusal, type FakeRequest } from './fake-route.js'
export type { FakeAi } from './fake-ai.js'
export type { FakeContent } from './fake-content.js'
export type { FakeAccounts, FakePerson } from './fake-people.js'
export type { FakeRunning } from './fake-running.js'
export type { FakeInvitation, FakeProject, FakeWorld } from './fake-world.js'
