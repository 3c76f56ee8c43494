/** The files of a project: its directory and its secrets. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function tracesOf(dataDir: string, id: string): Promise<string[]> {
  const within = async (name: string) =>
    (await readdir(join(dataDir, name)).catch(() => [])).map((entry) => `${name}/${entry}`)
  const all = [...(await within('projects')), ...(await within('secrets'))]
  return all.filter((path) => path.endsWith(`/${id}`) || path.includes(`/${id}.`))
}

/** The files in `names` under the project's directory, as a killed program leaves them. */
export async function leaveFiles(dataDir: string, id: string, names: string[]): Promise<void> {
  for (const name of names) {
    const path = join(dataDir, 'projects', id, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, 'unfinished')
  }
}
