/** What `basedeck advisors` prints. */
import type { Lint } from '@basedeck/platform-client/contract'

export const advisorsCommandText = {
  finding: ({ level, title, detail, remediation, remediation_sql: sql }: Lint): string[] => [
    `${level.padEnd(5)}  ${title}: ${detail}`,
    ...(sql ?? remediation).split('\n').map((line) => `       ${line}`),
    '',
  ],
  /** @param dismissed findings that were put aside */
  summary: (count: number, dismissed: number) => {
    const found = count === 0 ? 'Nothing was found.' : `${count} ${count === 1 ? 'finding' : 'findings'}.`
    return dismissed === 0 ? found : `${found} ${dismissed} dismissed.`
  },
}
