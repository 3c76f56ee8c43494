/**
 * Style sheets that could not be loaded. The bundler requests the style sheet of a file once; after a failure the file would
 * come without its styles.
 */
const failed = new Set<HTMLLinkElement>()
let reloading: Promise<unknown> | undefined

globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
  },
  // The error of an element does not bubble.
  true,
)

/** Requests them again. @throws Error when one does not arrive */
export async function reloadStyleSheets(): Promise<void> {
  if (failed.size > 0)
    reloading ??= Promise.all([...failed].map(reloaded)).finally(() => (reloading = undefined))
  await reloading
}

function reloaded(before: HTMLLinkElement): Promise<void> {
  const after = before.cloneNode() as HTMLLinkElement
  failed.delete(before)
  return new Promise((resolve, reject) => {
    after.addEventListener('load', () => resolve())
    after.addEventListener('error', () => reject(new Error(`${after.href} did not load`)))
    before.replaceWith(after)
  })
}
