/** Where tests keep the empty databases that they copy: made once, also when a single test file is run by hand. */
import { mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** For this process and all that it starts. */
export function templatesForTests() {
  if (process.env.BASEDECK_TEMPLATES_DIR) return
  // Of this user alone: a template of somebody else's is not trusted.
  const directory = join(tmpdir(), `basedeck-templates-${userInfo().uid}`)
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  process.env.BASEDECK_TEMPLATES_DIR = directory
}
