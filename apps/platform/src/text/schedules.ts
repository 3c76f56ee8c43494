/** Sentences about runs of schedules that the server says. */
interface Outcome {
  code?: number | undefined
  reason?: string | undefined
  answer?: string | undefined
}

const REASONS: Readonly<Record<string, string>> = {
  'time-limit': 'it did not end in its time',
  interrupted: 'the platform ended in the middle of it, again and again',
  unavailable: 'the database could not be opened',
  refused: 'the database refused the SQL',
  'address-refused': 'the address is in a private network',
  'name-unknown': 'the name of the host can’t be resolved',
  unreachable: 'there was no answer',
  unsendable: 'it could not be sent',
}

export const scheduleText = {
  /** Why a run failed. */
  reason: ({ code, reason = '', answer }: Outcome): string => {
    if (code !== undefined) return `the answer was ${code}`
    const said = REASONS[reason] ?? reason
    return reason === 'refused' && answer ? `${said}: ${answer}` : said
  },
}
