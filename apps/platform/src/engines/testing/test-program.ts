/** Where the programs lie that tests start as processes of their own: bundled before the tests begin. */
import { join } from 'node:path'

export function testProgram(
  name: 'main' | 'committing-child' | 'interrupted-child' | 'traced-child' | 'lock-holder',
): string {
  const directory = process.env['BASEDECK_TEST_PROGRAMS']
  if (directory === undefined) throw new Error('The tests were not begun by vitest.config.ts.')
  return join(directory, `${name}.js`)
}
