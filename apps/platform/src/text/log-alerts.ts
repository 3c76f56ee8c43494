/** What alerts on logs say. */
export interface AlertWords {
  query: string
  minutes: number
  comparison: 'above' | 'below'
  limit: number
}

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)
const limitOf = ({ comparison, limit }: AlertWords) =>
  comparison === 'above' ? `more than ${limit}` : `fewer than ${limit}`
const searchOf = ({ query }: AlertWords) => (query === '' ? 'of all kinds' : `of the search ${query}`)
const windowOf = ({ minutes }: AlertWords) =>
  minutes === 1 ? 'the last minute' : `the last ${minutes} minutes`

export const logAlertText = {
  fires: (name: string, project: string) => `${project}: ${name}`,
  firesBody: (alert: AlertWords, value: number) =>
    `${lines(value)} ${searchOf(alert)} in ${windowOf(alert)}: ${limitOf(alert)}.`,
  ends: (name: string, project: string) => `${project}: ${name} has ended`,
  endsBody: (alert: AlertWords, value: number) =>
    `${lines(value)} ${searchOf(alert)} in ${windowOf(alert)}: no longer ${limitOf(alert)}.`,
  test: (name: string, project: string) => `${project}: test of ${name}`,
  testBody: 'This is a test. Nothing has happened.',
  open: 'Open alerts',
  unreadable: (part: string) => `This part of the search can’t be read: ${part}`,
}
