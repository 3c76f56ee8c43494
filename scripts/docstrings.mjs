/** Which exports of a file, its re-exports with them, have no docstring at their declaration. */
import { API, SymbolFlags } from 'typescript/unstable/sync'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Reads each file with the tsconfig.json that is nearest above it.
 * @param files absolute paths of TypeScript files
 * @returns for each file the names it exports and, of those, the ones without a docstring, each with its source file
 */
export function docstringsOf(files) {
  const api = new API({ cwd: dirname(files[0]) })
  try {
    const configs = [...new Set(files.map(configOf))]
    const snapshot = api.updateSnapshot({ openProjects: configs })
    return files.map((file) => ({ file, ...ofFile(snapshot.getProject(configOf(file)), file) }))
  } finally {
    api.close()
  }
}

function ofFile({ program, checker }, file) {
  const source = program.getSourceFile(file)
  if (!source) throw new Error(`${file} is not in its project`)
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source))
  const missing = exported.flatMap((symbol) => {
    const declared = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    // Of a comment that holds tags alone, this is empty.
    if (checker.getDocumentationCommentOfSymbol(declared).trim() !== '') return []
    return [{ name: symbol.name, path: declared.declarations[0]?.path ?? file }]
  })
  return { names: exported.map(({ name }) => name), missing }
}

function configOf(file) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const config = join(folder, 'tsconfig.json')
    if (existsSync(config)) return config
    if (folder === dirname(folder)) throw new Error(`No tsconfig.json above ${file}`)
  }
}
