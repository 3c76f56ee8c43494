import { createClient } from '../client.js'
import { createFakePlatform } from './fake-platform.js'
import { describePlatformContract } from './platform-contract.js'

const client = createClient({ baseUrl: 'http://fake', fetch: createFakePlatform().fetch })

describePlatformContract('the fake platform', () => client)
