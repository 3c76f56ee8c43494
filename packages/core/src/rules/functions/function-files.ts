/**
 * The files of an edge function as they are edited: which paths they may have, how they are added, renamed and deleted.
 * @rule functions.files  @source SERVICES §4
 */

/** A file of a function. */
export interface FunctionFile {
  /** Relative to the function's folder, with `/`. */
  name: string
  content: string
}

/** What is wrong with a path. */
export type PathProblem = 'empty' | 'absolute' | 'outside' | 'characters' | 'long' | 'taken' | 'folder'

/** Which colours a file has. */
export type FileLanguage = 'typescript' | 'json' | 'plain'

const PATH_LENGTH_MAX = 200
const PATH = /^[\w.@()[\]+ -]+(\/[\w.@()[\]+ -]+)*$/

/** @param others paths of the other files */
export function pathProblem(typed: string, others: readonly string[]): PathProblem | null {
  const path = typed.trim()
  if (path === '') return 'empty'
  if (path.startsWith('/')) return 'absolute'
  if (path.split('/').some((part) => part === '..' || part === '.')) return 'outside'
  if (path.length > PATH_LENGTH_MAX) return 'long'
  if (path.endsWith('/')) return 'folder'
  if (!PATH.test(path)) return 'characters'
  const collides = (other: string) =>
    other === path || other.startsWith(`${path}/`) || path.startsWith(`${other}/`)
  return others.some(collides) ? 'taken' : null
}

/** The files with another one, which is empty. */
export function withFile(files: readonly FunctionFile[], name: string): FunctionFile[] {
  return [...files, { name: name.trim(), content: '' }]
}

/** The files without one. */
export function withoutFile(files: readonly FunctionFile[], name: string): FunctionFile[] {
  return files.filter((file) => file.name !== name)
}

/** The files, of which one has another path. */
export function withRenamed(files: readonly FunctionFile[], name: string, to: string): FunctionFile[] {
  return files.map((file) => (file.name === name ? { ...file, name: to.trim() } : file))
}

/** The files, of which one has another content. */
export function withContent(files: readonly FunctionFile[], name: string, content: string): FunctionFile[] {
  return files.map((file) => (file.name === name ? { ...file, content } : file))
}

/** Those that differ between two versions, by path. */
export function changedFiles(before: readonly FunctionFile[], after: readonly FunctionFile[]) {
  const names = [...new Set([...before, ...after].map(({ name }) => name))].sort()
  const contentIn = (files: readonly FunctionFile[], name: string) =>
    files.find((file) => file.name === name)?.content ?? ''
  return names.flatMap((name) => {
    const [was, is] = [contentIn(before, name), contentIn(after, name)]
    return was === is ? [] : [{ name, before: was, after: is }]
  })
}

/** The language that the end of a path says. */
export function fileLanguage(name: string): FileLanguage {
  if (/\.([cm]?[jt]s|[jt]sx)$/i.test(name)) return 'typescript'
  return /\.jsonc?$/i.test(name) ? 'json' : 'plain'
}
