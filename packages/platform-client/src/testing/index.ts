/** For tests only: the contract suite (vitest) and the fake platform. */
export { describeAccountsContract, type AccountsBench } from './accounts-contract.js'
export { contractQueries, HANGING_QUERY } from './contract-queries.js'
export type { FakeAccounts, FakePerson } from './fake-people.js'
export type { FakeInvitation, FakeProject, FakeWorld } from './fake-world.js'
export { createFakePlatform, type FakeAnswer, type FakePlatform, type FakeRequest } from './fake-platform.js'
export { describeHostedContract, type HostedSubject } from './hosted-contract.js'
export { describePlatformContract } from './platform-contract.js'
