/**
 * Imports the files of the program. The browser remembers for the life of a page that a module could not be loaded, so a file
 * is fetched first and imported from the browser's cache: what is fetched in vain can be imported later. The build lets every
 * dynamic import of the page go through here (`vite/import-again.ts`).
 */
async function importFile(path: string, base: string): Promise<unknown> {
  const address = new URL(path, base).href
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`)
  await answer.arrayBuffer()
  return import(/* @vite-ignore */ address)
}

Object.assign(globalThis, { basedeckImport: importFile })
