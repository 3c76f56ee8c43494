/**
 * The message of an error for the user.
 * @rule errors.message  @spec §8
 */

/** The generic handler: `msg`, then `message`, then a text itself. Blank ones are skipped. */
export function messageOf(error: unknown): string | undefined {
  const said = typeof error === 'object' && error !== null ? error : { message: error }
  const { msg, message } = said as { msg?: unknown; message?: unknown }
  return [msg, message].find((one): one is string => typeof one === 'string' && one.trim() !== '')
}

/** A message that contains 503 reads as the status itself. */
export function alertMessage(message: string): string {
  return message.includes('503') ? '503 Service Temporarily Unavailable' : message
}

/** An error as a panel shows it: one line, and more lines under it. */
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
