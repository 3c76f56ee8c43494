/** A part of an area: what it shows, and the text of an empty part. */
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

const infoPages = {
  replication: {
    lead: 'Sends the changes of selected tables to another system.',
    parts: {
      slots: {
        title: 'Replication slots',
        body: 'Subscribers and replicas that follow this server.',
        empty: 'No replication slots',
        emptyBody: 'A subscriber or a replica creates one.',
      },
      subscriptions: {
        title: 'Subscriptions',
        body: 'Publications of other servers that this database follows. Only superusers and members of pg_create_subscription create them.',
        empty: 'No subscriptions',
        emptyBody: 'One copies the tables of a publication, and follows their changes.',
      },
      tables: {
        title: 'Published tables',
        empty: 'No published tables',
        emptyBody: 'A publication lists the tables to replicate.',
      },
    },
  },
  databaseSettings: {
    lead: 'Connection and server settings of the database.',
    parts: {
      connection: { title: 'Connection', body: 'For psql and for drivers. The password is never shown.' },
      'connection-pooling': {
        title: 'Connection pooling',
        body: 'Programs connect directly, or through a pooler where one runs: Connect, in the header, shows both. A direct connection counts towards max_connections below.',
      },
      network: {
        title: 'Network access and SSL',
        body: 'From where programs connect to the database and its replicas, and whether they have to encrypt. A change holds at once: open connections that are no longer allowed end, but clients of a pooler stay until they disconnect.',
      },
      settings: {
        title: 'Server settings',
        body: 'What PostgreSQL runs with. Each says what a change does; the names are PostgreSQL’s.',
      },
    },
  },
  reports: {
    lead: 'Size and activity of the database.',
    parts: {
      database: { title: 'Database now' },
      sizes: { title: 'Largest tables', empty: 'The database has no tables' },
      running: {
        title: 'Sessions',
        body: 'Open connections and what they run.',
        empty: 'No other connections',
      },
    },
  },
  computeAndDisk: {
    lead: 'What the machine has that runs the project, and what the project takes of it.',
    parts: {
      machine: {
        title: 'Machine',
        body: 'All projects here share it, and its disk is not divided among them.',
      },
      project: {
        title: 'This project',
        body: 'The compute add-on sets how much memory PostgreSQL uses, on the engine cluster. Sizes are measured every few minutes while the database is open.',
      },
      database: { title: 'Current use' },
    },
  },
  addons: {
    lead: 'What the project has beyond its plan. Nothing is charged here.',
    parts: {
      selected: {
        title: 'In use',
        empty: 'No add-ons in use',
        emptyBody: 'Choose one below.',
      },
      available: { title: 'Available', empty: 'No add-ons available' },
    },
  },
} satisfies Record<string, InfoPageText>

/** The pages that show what there is of a subject, and what this platform does not have. */
export const infoText = {
  password: {
    title: 'Database password',
    body: 'Programs sign in with it. Resetting replaces it at once; sessions that are open stay.',
    reset: 'Reset database password',
    mayNot: 'Your role does not allow changing the settings of the project',
    notOurs: 'This database has no password that can be set here',
    remark: 'Programs that use the present password can’t sign in any more.',
    label: 'New password',
    generate: 'Generate another one',
    submit: 'Reset password',
    sending: 'Resetting…',
    doneTitle: 'The password was reset',
    done: 'Done',
  },
  pages: infoPages,
  comingSoon: 'Coming soon',
  closed: 'Your role does not allow seeing this.',
  empty: 'Nothing to show',
  columns: {
    name: 'Name',
    price: 'Per month',
    change: 'Change',
    addon: 'Add-on',
    variant: 'Variant',
    identifier: 'Identifier',
    status: 'Status',
    region: 'Region',
    host: 'Host',
    size: 'Size',
    created: 'Created',
    action: 'Action',
    target: 'Target',
    who: 'By',
    at: 'When',
    key: 'Key',
    isDefault: 'Production',
    parent: 'Parent project',
    project: 'Project',
    service: 'Service',
    address: 'Address',
  },
  facts: {
    plan: 'Plan',
    usageBilling: 'Billed by usage',
    periodStart: 'Period from',
    periodEnd: 'Period to',
    size: 'Size',
    tables: 'Tables',
    connections: 'Connections',
    started: 'Started',
    host: 'Host',
    port: 'Port',
    noPort: 'It opens no port to other programs',
    cores: 'Processor cores',
    memory: 'Memory',
    disk: 'Disk',
    freeOf: (free: string, all: string) => `${free} free of ${all}`,
    growth: 'Growth of what is stored',
    growthOf: (size: string) => `${size} a day, over all projects`,
    growthNone: 'Nothing grew over the last days',
    growthUnknown: 'Known after three days of measurements',
    fullAt: 'Full, if that goes on',
    databaseSize: 'Database',
    files: 'Files',
    notMeasured: 'Not measured yet',
    grantedMemory: 'Memory of PostgreSQL',
    ownDefaults: 'PostgreSQL’s own defaults',
    reached: 'Reachable',
    ownMachine: 'From the machine that Basedeck runs on; a connection starts an idle database',
    ownMachineOne: 'From the machine that Basedeck runs on, one connection at a time',
    ownOnly: 'Only by this platform: it opens no port to other programs',
    database: 'Database',
    user: 'User',
    address: 'Address',
    schema: 'Schema',
    mail: 'Sends mail',
    mailYes: 'Yes, through the operator’s mail server',
    mailNo: 'No; links are shown instead',
    replicas: 'Read replicas',
    replicasYes: 'Offered by this platform',
    yes: 'Yes',
    no: 'No',
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
    usage: 'Usage',
    addons: 'Add-ons',
    extensions: 'Extensions',
    projectHome: 'Project overview',
    securityAdvisor: 'Security Advisor',
    databaseSettings: 'Database settings',
    migrations: 'Migrations',
    infrastructure: 'Infrastructure',
    branches: 'Branches',
    performanceAdvisor: 'Performance Advisor',
  },
}
