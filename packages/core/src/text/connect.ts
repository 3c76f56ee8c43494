/** The sentences of the Connect dialog. */
export const connectText = {
  title: 'Connect to your project',
  close: 'Close',
  tabsLabel: 'Ways to connect',
  tabs: {
    direct: 'Connection String',
    frameworks: 'App Frameworks',
    mobiles: 'Mobile Frameworks',
    orms: 'ORMs',
  },
  inactive: 'Project is currently not active and cannot be connected',
  inactiveBody: 'The dialog continues by itself when the project is active.',
  failedBody: 'Its database is not running. The overview of the project says why.',
  pausedBody: 'The project is paused. Resume it to connect to its database.',
  settingsFailed: 'Failed to retrieve database settings',
  type: 'Type',
  types: {
    uri: 'URI',
    psql: 'PSQL',
    golang: 'Golang',
    jdbc: 'JDBC',
    dotnet: '.NET',
    nodejs: 'Node.js',
    php: 'PHP',
    python: 'Python',
    sqlalchemy: 'SQLAlchemy',
  },
  database: 'Database',
  primary: 'Primary database',
  methods: {
    direct: {
      title: 'Direct connection',
      body: 'Each client has its own session. For servers and tools that stay connected.',
    },
    transaction: {
      title: 'Transaction pooler',
      body: 'Many clients share a few sessions; each transaction gets one. For functions and other short-lived clients.',
    },
    session: {
      title: 'Session pooler',
      body: 'A session for as long as the client stays connected, through the pooler.',
    },
  },
  poolers: { shared: 'Shared pooler', dedicated: 'Dedicated pooler' },
  noPrepare: 'Does not support PREPARE statements',
  unavailable: {
    'no-pooler':
      'No connection pooler runs here; connect directly. The operator gets one by installing PgBouncer and restarting Basedeck.',
    'session-mode':
      'The pooler runs in session mode, which has no transaction pooler. Use the session pooler.',
    'pooler-down': 'The pooler is starting again. This updates automatically.',
    'no-port':
      'This database runs inside the platform (PGlite) and opens no port, so that other programs can’t connect to it. The operator opens one by starting Basedeck with --pg-port 5433. Without it use the SQL editor, or create a project that runs on PostgreSQL.',
  },
  oneAtATime:
    'This database runs inside the platform (PGlite) and takes one connection at a time: a second program is refused while the first is connected. Let a connection pool open only one.',
  poolersFailed: 'Failed to retrieve pooler settings',
  parameters: 'View parameters',
  password:
    'Replace [YOUR-PASSWORD] by the password of the database. In an address, write its special characters percent-encoded: @ is %40.',
  resetPassword: 'Not known? Set a new one in the database settings',
  onlyHere: 'Only programs on the machine of this platform can connect to this address.',
  encrypt: 'A client that is refused without encryption needs sslmode=require.',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what: string) => `Copy ${what}`,
  string: (method: string) => `${method}: connection string`,
  file: (method: string, file: string) => `${method}: ${file}`,
  frameworks: { frameworks: 'Framework', mobiles: 'Framework', orms: 'Tool' },
  using: 'Using',
  with: 'With',
  guide: (label: string) => `${label} guide`,
  files: 'Files',
  keysHidden: 'Your role does not allow seeing the API keys; replace your-anon-key by the key.',
  keysFailed: 'The API keys could not be loaded; replace your-anon-key by the key.',
  test: {
    run: 'Test the connection',
    running: 'Connecting…',
    connected: (ms: number) => `Connected in ${ms} ms`,
    failed: (reason: string) => `Not connected: ${reason}`,
  },
}
