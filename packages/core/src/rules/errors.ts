/**
 * What an error says to a person.
 * @rule errors.message  @spec §8
 */

/** The generic handler: `msg`, then `message`, a text as it is, else nothing it could name. */
export function messageOf(error: unknown): string | undefined {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return undefined
  const { msg, message } = error as { msg?: unknown; message?: unknown }
  if (typeof msg === 'string') return msg
  return typeof message === 'string' ? message : undefined
}

/** A message that contains 503 reads as the status itself. */
export function alertMessage(message: string): string {
  return message.includes('503') ? '503 Service Temporarily Unavailable' : message
}

export interface ErrorPanel {
  title: string
  detail: string[]
}

/**
 * The formatted error of a run: its first line is the title, the rest the detail; empty lines are dropped.
 * Null when there is nothing to show but the default title.
 */
export function errorPanel(formattedError: string | undefined): ErrorPanel | null {
  const lines = (formattedError ?? '').split(/\r?\n/).filter((line) => line.trim() !== '')
  const [title, ...detail] = lines
  return title === undefined ? null : { title, detail }
}
