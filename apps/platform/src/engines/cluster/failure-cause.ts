/** Finds the cause in a failed program's output: its first error, not the cleanup messages after it. */

const ERROR = /\b(?:error|ERROR|FATAL|PANIC):\s*(.+)$/
const TIDYING =
  /removing (?:contents of )?(?:data|WAL) directory|child process exited|not removed at user's request/

export function failureCause(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  for (const line of lines) {
    const [, cause] = ERROR.exec(line) ?? []
    if (cause !== undefined) return cause
  }
  return lines.findLast((line) => !TIDYING.test(line)) ?? lines.at(-1) ?? ''
}
