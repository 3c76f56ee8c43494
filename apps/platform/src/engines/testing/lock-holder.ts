/** A program for tests: locks a data directory, prints the result, and holds the lock until it is killed. */
import { lockDataDirectory } from '../index.js'

const [, , dataDir = ''] = process.argv
try {
  await lockDataDirectory(dataDir)
  console.log('held')
  setInterval(() => {}, 1000)
} catch (error) {
  console.log((error as Error).message)
}
