/**
 * The Connect dialog in the address: which parameters open and close it. The other parameters of the page stay.
 * @rule connect.shown  @spec §2
 */

/** The parameters of the dialog. */
export const CONNECT_PARAMETERS = ['showConnect', 'tab', 'framework', 'using', 'with'] as const

/** Whether the address opens the dialog. */
export function isConnectShown(search: string): boolean {
  return new URLSearchParams(search).get('showConnect') === 'true'
}

/** The query of an address that opens the dialog with these choices; what else it names stays. */
export function searchOfConnect(
  search: string,
  chosen: Partial<Record<'tab' | 'framework' | 'using' | 'with', string>> = {},
): string {
  const query = new URLSearchParams(search)
  for (const name of CONNECT_PARAMETERS) query.delete(name)
  query.set('showConnect', 'true')
  for (const [name, value] of Object.entries(chosen)) query.set(name, value)
  return `?${query}`
}

/** The query of the page without the dialog. */
export function searchWithoutConnect(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of CONNECT_PARAMETERS) query.delete(name)
  return query.size === 0 ? '' : `?${query}`
}
