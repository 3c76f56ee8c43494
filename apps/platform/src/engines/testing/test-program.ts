/** The programs that tests start as separate processes, bundled before the tests begin. */
import { join } from 'node:path'

/** A program that runs for seconds is done before V8 has made its WebAssembly fast, which takes a second of a processor. */
const V8_OPTIONS = ['--liftoff-only']

/** What Node is called with to run it. */
export function testProgram(
  name: 'main' | 'committing-child' | 'interrupted-child' | 'traced-child' | 'lock-holder' | 'lines-child',
): string[] {
  const directory = process.env['BASEDECK_TEST_PROGRAMS']
  if (directory === undefined) throw new Error('The tests were not begun by vitest.config.ts.')
  return [...V8_OPTIONS, join(directory, `${name}.js`)]
}
