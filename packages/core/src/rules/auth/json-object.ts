/**
 * Whether a typed text is a JSON object: metadata of a user, new values of a row.
 * @rule auth.json-object  @spec §2
 */
export function isJsonObject(typed: string): boolean {
  try {
    const value: unknown = JSON.parse(typed)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
