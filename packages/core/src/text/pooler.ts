/** The project's own pooler: its state, and the form of its settings. */
export const poolerText = {
  own: 'Pooler of this project',
  running: 'Running',
  starting: 'Starting again',
  endsAtOnce: (line: string) =>
    line === '' ? 'The pooler ends at once' : `The pooler ends at once: ${line}`,
  reason: 'Reason',
  port: 'Port',
  mode: 'Pool mode',
  modeHint:
    'Transaction: a client has a session of the database for each transaction, and no prepared statements. Session: for as long as it is connected.',
  modes: { transaction: 'Transaction', session: 'Session' },
  size: 'Pool size',
  sizeHint: 'Sessions of the database that the clients of one user share, from 1 to 90.',
  clients: 'Client connections at most',
  clientsHint: 'From 1 to 5000. Further clients are refused.',
  outside: (largest: number) => `Enter a whole number from 1 to ${largest}`,
  save: 'Save',
  saving: 'Saving…',
  saved: 'The pooler’s settings were saved',
  mayNot: 'Your role does not allow changing the settings of the project',
  form: 'Settings of the pooler',
  /** Why there is nothing to set. */
  none: {
    'self-hosted': 'A self-hosted platform runs no poolers. Programs connect directly.',
    'not-installed':
      'No pooler runs here: PgBouncer is not installed. The operator gets one by installing PgBouncer and restarting Basedeck.',
    engine: 'This project has no pooler: only databases on the engine cluster are pooled.',
    'free-plan':
      'Projects of the free plan use the shared pooler, whose settings are the platform’s. Paid plans have a pooler for each project.',
    'not-active': 'The pooler starts when the project is active. Its settings are kept.',
    soon: 'The pooler of this project is being started. This updates automatically.',
  },
}
