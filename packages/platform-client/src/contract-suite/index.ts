/** The promises of the contract as tests (vitest): for the fake platform, the real one, and any other that speaks it. */
export { describeAccountsContract, type AccountsBench } from './accounts-contract.js'
export { describeAiContract } from './ai-contract.js'
export { describeContentContract, type ContentSubject } from './content-contract.js'
export { describeHostedContract, type HostedSubject } from './hosted-contract.js'
export { describeInstallationContract } from './installation-contract.js'
export { describePlatformContract } from './platform-contract.js'
export { describeReadingsContract } from './readings-contract.js'
export { describeRunningContract } from './running-contract.js'
