/** A part of an area: what it shows, and what stands in its place when there is nothing. */
export interface PartText {
  title: string
  body?: string
  empty?: string
  emptyBody?: string
  /** The database has no such thing at all. */
  absent?: string
}

interface InfoPageText {
  /** What the page is for. */
  lead: string
  parts: Readonly<Record<string, PartText>>
}

const noAuthService: PartText = {
  title: 'Not on this platform',
  body: 'No sign-in service runs beside the database, so there is nothing here to configure. An application signs its users in by itself and writes them into auth.users; policies then read who is asking from auth.uid() and auth.jwt().',
}

const infoPages = {
  organizationIntegrations: {
    lead: 'Other services that the whole organization is linked with.',
    parts: {
      partner: { title: 'Who manages this organization' },
      none: {
        title: 'Not on this platform',
        body: 'Nothing leaves this installation by itself: there is no link to a source code host or a deployment service, and none is made up. Scripts and pipelines use access tokens.',
      },
    },
  },
  organizationBilling: {
    lead: 'The plan of the organization and what it adds up to, from this platform’s own record. Nothing is charged here.',
    parts: {
      subscription: { title: 'Subscription' },
      addons: {
        title: 'Add-ons in use',
        empty: 'No project has an add-on',
        emptyBody: 'The add-ons of a project are listed in its settings.',
      },
      plans: {
        title: 'Plans',
        body: 'What a change of plan would be. The operator of the platform makes it.',
        empty: 'Nothing is sold here',
        emptyBody: 'This installation has one plan, which holds everything.',
      },
    },
  },
  organizationApps: {
    lead: 'Applications that may act in the name of the organization.',
    parts: {
      none: {
        title: 'No application can be authorized here',
        body: 'This platform issues no OAuth grants. A program acts for a person by an access token, which that person makes and ends.',
      },
    },
  },
  organizationDocuments: {
    lead: 'Papers about how the platform handles data.',
    parts: {
      none: {
        title: 'This platform keeps no documents',
        body: 'Its operator answers for agreements and certificates. What was done in the organization, by whom and when, is in its audit log.',
      },
    },
  },
  replication: {
    lead: 'Sends the changes of chosen tables on to another system.',
    parts: {
      slots: {
        title: 'Replication slots',
        body: 'Who is following the changes of this server.',
        empty: 'Nobody follows this server',
        emptyBody: 'A subscriber or a replica makes a slot.',
      },
      tables: {
        title: 'Published tables',
        empty: 'No table is published',
        emptyBody: 'A publication says which tables others may follow.',
      },
    },
  },
  databaseSettings: {
    lead: 'How the database is reached, and how its server is set.',
    parts: {
      connection: { title: 'Connection', body: 'For psql and for drivers. The password is never shown.' },
      'connection-pooling': {
        title: 'Connection pooling',
        body: 'No pooler runs on this platform: every connection is the server’s own, and their number its limit below.',
      },
      settings: {
        title: 'Server settings',
        body: 'Those that limit how much runs at once, and for how long.',
      },
    },
  },
  scheduledBackups: {
    lead: 'Copies of the database that are made by themselves.',
    parts: {
      none: {
        title: 'No backup is scheduled',
        body: 'This platform makes no backups by itself. The operator copies the data directory while the platform is stopped, or runs pg_dump against the database.',
      },
      database: { title: 'What a backup would hold' },
    },
  },
  pointInTimeRecovery: {
    lead: 'Takes the database back to a moment of its past.',
    parts: {
      none: {
        title: 'No write-ahead log is kept',
        body: 'Going back to a moment needs an archive of the log, which this platform does not keep.',
      },
      settings: { title: 'Server settings' },
    },
  },
  authProviders: {
    lead: 'The ways by which users of the project sign in.',
    parts: {
      none: noAuthService,
      providers: {
        title: 'What users signed up with',
        body: 'From auth.users: the provider that each user’s own record names.',
        empty: 'There are no users yet',
        absent: 'This database has no table auth.users that your role may read',
      },
    },
  },
  authSessions: { lead: 'How long users stay signed in.', parts: { none: noAuthService } },
  authRateLimits: { lead: 'How often sign-in may be tried.', parts: { none: noAuthService } },
  authTemplates: { lead: 'The mails that users of the project get.', parts: { none: noAuthService } },
  authSmtp: {
    lead: 'The server that sends the project’s mails.',
    parts: { mail: { title: 'Mail of the platform' }, none: noAuthService },
  },
  authMfa: { lead: 'Second factors for users of the project.', parts: { none: noAuthService } },
  authUrls: {
    lead: 'Where users are sent after they signed in.',
    parts: { api: { title: 'The project’s address' }, none: noAuthService },
  },
  authProtection: {
    lead: 'Guards sign-in against robots and leaked passwords.',
    parts: { none: noAuthService },
  },
  authHooks: {
    lead: 'Functions of the database that take part in a sign-in.',
    parts: { none: noAuthService },
  },
  authAuditLogs: {
    lead: 'What users did with their accounts.',
    parts: { none: noAuthService },
  },
  authAdvanced: {
    lead: 'How the sign-in service uses the database.',
    parts: { none: noAuthService },
  },
  storageSettings: {
    lead: 'Limits and addresses of the file storage.',
    parts: {
      limits: { title: 'Limits' },
      addresses: {
        title: 'Addresses',
        body: 'Where storage clients of other protocols would be pointed.',
      },
    },
  },
  edgeFunctions: {
    lead: 'Small programs that run beside the database and answer HTTP calls.',
    parts: {
      none: {
        title: 'Not on this platform',
        body: 'No runtime for functions is part of this platform, so none can be deployed. Logic that belongs to the data can live in a function of the database.',
      },
    },
  },
  functionSecrets: {
    lead: 'Values that functions read from their environment.',
    parts: {
      none: {
        title: 'Not on this platform',
        body: 'No runtime for functions is part of this platform, and nothing would read the secrets.',
      },
    },
  },
  realtimeInspector: {
    lead: 'Watches the changes of tables as they happen.',
    parts: {
      none: {
        title: 'Not on this platform',
        body: 'No service hands changes on to browsers. What such a service would build on is below, as it is in the database.',
      },
      tables: {
        title: 'Published tables',
        body: 'Changes of these can be followed by logical replication.',
        empty: 'No table is published',
        emptyBody: 'A publication says which tables others may follow.',
      },
      slots: { title: 'Replication slots', empty: 'Nobody follows this server' },
    },
  },
  queryPerformance: {
    lead: 'Which statements and tables cost the most time.',
    parts: {
      statements: {
        title: 'Statements',
        body: 'From pg_stat_statements, the most time first.',
        empty: 'No statement was counted yet',
        absent:
          'The extension pg_stat_statements is not installed in this database: statements are not counted',
      },
      scans: {
        title: 'Tables that are read from end to end',
        body: 'Many rows read by full scans of a large table ask for an index.',
        empty: 'No table was read from end to end',
      },
    },
  },
  reports: {
    lead: 'How large the database is and how busy.',
    parts: {
      database: { title: 'Database' },
      sizes: { title: 'Largest tables', empty: 'The database has no tables' },
      running: {
        title: 'Sessions',
        body: 'What is connected now, and what it runs.',
        empty: 'Nobody else is connected',
      },
    },
  },
  logs: {
    lead: 'What happened in the project, and what happens now.',
    parts: {
      running: {
        title: 'What runs now',
        body: 'The sessions of this database, every five seconds.',
        empty: 'Nobody else is connected',
      },
      history: {
        title: 'What was changed',
        body: 'The last changes of the project by people, from the audit log.',
        empty: 'Nothing was changed yet',
      },
      none: {
        title: 'Not on this platform',
        body: 'The log of the database server is not collected: it lies in the platform’s data directory, and the platform’s own log is what the program prints.',
      },
    },
  },
  logsExplorer: {
    lead: 'Looks into what the database does.',
    parts: {
      running: {
        title: 'What runs now',
        body: 'The sessions of this database, every five seconds.',
        empty: 'Nobody else is connected',
      },
      none: {
        title: 'No log is collected',
        body: 'The log of the database server lies in the platform’s data directory, and the platform’s own log is what the program prints. Neither is kept where it could be searched from here.',
      },
    },
  },
  projectApi: {
    lead: 'How a program talks to the project.',
    parts: {
      address: { title: 'Address' },
      database: {
        title: 'Through PostgreSQL',
        body: 'Any PostgreSQL driver connects to the database by this.',
      },
      none: {
        title: 'Not on this platform',
        body: 'The project’s address tells its status; no service makes tables into HTTP endpoints.',
      },
    },
  },
  integrations: {
    lead: 'What extends the database towards other services.',
    parts: {
      extensions: {
        title: 'Extensions',
        body: 'What integrations build on, and whether this server has it.',
      },
      servers: {
        title: 'Foreign servers',
        body: 'Other services whose tables are mounted here.',
        empty: 'No foreign server',
        emptyBody: 'A wrapper makes one.',
      },
    },
  },
  vault: {
    lead: 'Secrets that are kept encrypted in the database.',
    parts: {
      secrets: {
        title: 'Secrets',
        body: 'By name; their values are not read.',
        empty: 'No secret yet',
        absent: 'The vault is not installed in this database',
      },
      extensions: { title: 'Extensions' },
    },
  },
  webhooks: {
    lead: 'HTTP calls that a change of a table makes.',
    parts: {
      hooks: {
        title: 'Triggers that call out',
        body: 'Triggers of all schemas whose function belongs to an extension for HTTP calls or names one.',
        empty: 'No trigger calls out',
        emptyBody: 'The extension pg_net brings the function that does.',
      },
      extensions: { title: 'Extensions' },
    },
  },
  computeAndDisk: {
    lead: 'The machine behind the project.',
    parts: {
      database: { title: 'What it uses now' },
      none: {
        title: 'One machine for all',
        body: 'The projects of this platform share its machine: nobody sets their memory or their disk apart.',
      },
      settings: { title: 'Server settings' },
    },
  },
  infrastructure: {
    lead: 'The databases of the project.',
    parts: {
      databases: { title: 'Databases', empty: 'There is no database' },
      replicas: {
        title: 'Read replicas',
        body: 'A replica can be made where the engine of the project streams its changes and the platform offers it.',
      },
    },
  },
  projectIntegrations: {
    lead: 'Other services that this project is linked with.',
    parts: {
      none: {
        title: 'Not on this platform',
        body: 'There is no link to a source code host or a deployment service. A pipeline uses an access token and the project’s API keys.',
      },
    },
  },
  logDrains: {
    lead: 'Sends logs on to another service.',
    parts: {
      none: {
        title: 'Not on this platform',
        body: 'No log is collected here, so none can be sent on. The operator can forward what the program prints.',
      },
    },
  },
  dataApi: {
    lead: 'Tables as HTTP endpoints.',
    parts: {
      address: { title: 'Address' },
      none: {
        title: 'Not on this platform',
        body: 'The project’s address tells its status; no service makes tables into HTTP endpoints. A program uses a PostgreSQL driver.',
      },
    },
  },
  jwtKeys: {
    lead: 'What signs the tokens that act as a role of the project.',
    parts: {
      keys: {
        title: 'Keys',
        body: 'The keys of the roles anon and service_role are tokens signed with HS256 by the project’s own secret, which never leaves the platform.',
        empty: 'The project has no such keys',
      },
    },
  },
  signingKeys: {
    lead: 'Key pairs that sign tokens, so that others can check them.',
    parts: {
      none: {
        title: 'Not on this platform',
        body: 'Tokens are signed with the project’s own secret. There are no key pairs, and the secret is not changed while the project lives.',
      },
    },
  },
  addons: {
    lead: 'What the project has beyond its plan, from this platform’s own record. Nothing is charged here.',
    parts: {
      selected: {
        title: 'In use',
        empty: 'No add-on is in use',
        emptyBody: 'The operator of the platform adds them.',
      },
      available: { title: 'Available', empty: 'There are no add-ons' },
    },
  },
  branches: {
    lead: 'Copies of the project to try things on.',
    parts: {
      branches: { title: 'Branches', empty: 'There is no branch' },
      none: {
        title: 'Only the production branch',
        body: 'This platform offers no branches, so main is the only one.',
      },
    },
  },
  merge: {
    lead: 'Takes the changes of a branch into production.',
    parts: {
      none: {
        title: 'There is nothing to merge',
        body: 'A merge request belongs to a preview branch, and this project is not one.',
      },
    },
  },
} satisfies Record<string, InfoPageText>

/** The pages that show what there is of a subject, and what this platform does not have. */
export const infoText = {
  pages: infoPages,
  comingSoon: 'Coming soon',
  /** What `?category=` narrows a page to. */
  categories: { wrapper: 'Wrappers' },
  allCategories: 'All',
  category: 'Category',
  closed: 'Your role does not allow seeing this.',
  empty: 'Nothing to show',
  columns: {
    name: 'Name',
    price: 'A month',
    change: 'Change',
    addon: 'Add-on',
    variant: 'Variant',
    identifier: 'Identifier',
    status: 'Status',
    region: 'Region',
    host: 'Host',
    size: 'Size',
    created: 'Created',
    action: 'What',
    target: 'Of',
    who: 'By',
    at: 'When',
    key: 'Key',
    isDefault: 'Production',
    parent: 'Of project',
    project: 'Project',
  },
  facts: {
    plan: 'Plan',
    usageBilling: 'Billed by usage',
    periodStart: 'Period from',
    periodEnd: 'Period to',
    managedBy: 'Managed by',
    ownPlatform: 'Nobody else: it is managed here',
    partner: 'A partner marketplace',
    provider: 'The provider',
    tags: 'Opted in',
    noTags: 'nothing',
    size: 'Size',
    tables: 'Tables',
    connections: 'Connections',
    started: 'Started',
    host: 'Host',
    port: 'Port',
    ownOnlyShort: 'Only through the dashboard and its calls',
    reached: 'Reached',
    ownMachine: 'From the machine that Basedeck runs on, while the database is in use',
    ownOnly: 'By this platform alone: it opens no port to other programs',
    database: 'Database',
    user: 'User',
    address: 'Address',
    schema: 'Schema',
    fileSizeLimit: 'Largest file',
    transformation: 'Image transformation',
    s3: 'S3 protocol',
    s3Address: 'S3',
    icebergAddress: 'Iceberg',
    notAnswered: (address: string) => `${address} – not answered by this platform`,
    mail: 'Sends mail',
    mailYes: 'Yes, through the mail server of its operator',
    mailNo: 'No: links are shown instead of mailed',
    replicas: 'Read replicas',
    replicasYes: 'Offered by this platform',
    yes: 'Yes',
    no: 'No',
  },
  addon: {
    inUse: 'In use',
    notInUse: 'Not in use',
    variants: 'Variants',
    state: 'State',
    price: (dollars: number, interval: string) =>
      dollars === 0 ? 'Free' : `$${dollars} ${interval === 'hourly' ? 'an hour' : 'a month'}`,
    note: 'This is the platform’s own record: nothing is charged. Ask the operator of the platform to add or remove an add-on.',
    missing: 'This platform has no such add-on.',
    close: 'Close',
  },
  changes: { upgrade: 'Upgrade', downgrade: 'Downgrade', none: 'Your plan' },
  /** Null: it is not set. */
  price: (dollars: number | null) =>
    dollars === null ? 'By agreement' : dollars === 0 ? 'Free' : `$${dollars}`,
  links: {
    sql: 'Open the SQL editor',
    users: 'Users',
    policies: 'Policies',
    apiKeys: 'API keys',
    functions: 'Database functions',
    publications: 'Publications',
    audit: 'Audit log',
    accountTokens: 'Access tokens',
    usage: 'Usage',
    addons: 'Add-ons',
    extensions: 'Extensions',
    projectHome: 'Project overview',
    securityAdvisor: 'Security Advisor',
    jwtKeys: 'JWT keys',
    databaseSettings: 'Database settings',
    migrations: 'Migrations',
    infrastructure: 'Infrastructure',
    branches: 'Branches',
    performanceAdvisor: 'Performance Advisor',
  },
}

/** What the advisors found. */
export const advisorText = {
  leads: {
    SECURITY: 'Who could reach what they should not, found in the database’s own catalogue.',
    PERFORMANCE: 'What will be slow, found in the database’s own catalogue.',
  },
  levels: { ERROR: 'Errors', WARN: 'Warnings', INFO: 'Notes' },
  level: { ERROR: 'Error', WARN: 'Warning', INFO: 'Note' },
  counts: (findings: number) => `${findings} ${findings === 1 ? 'finding' : 'findings'}`,
  none: 'Nothing was found',
  noneBody: 'The checks ran, and this database passes all of them.',
  remediation: 'What to do',
  openSql: 'Open in SQL Editor',
  openSqlOf: (title: string) => `Open in SQL Editor: ${title}`,
  failed: 'The checks could not run',
  again: 'Check again',
  checking: 'Checking…',
}
