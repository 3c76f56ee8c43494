/** Plans and add-ons. */
export const billingText = {
  body: 'The plan of this organization. No payment provider is connected: nothing is charged, the platform only records the plan.',
  plan: 'Current plan',
  period: (start: string, end: string) => `This period: ${start} to ${end}`,
  scheduled: (name: string, at: string) => `${name} begins on ${at}`,
  keep: (name: string) => `Keep ${name}`,
  kept: (name: string) => `The organization stays on ${name}`,
  plans: 'Plans',
  current: 'Current plan',
  begins: (at: string) => `Begins on ${at}`,
  /** In place of the price of an add-on without an effect. */
  recordedOnly: 'Recorded only',
  price: (dollars: number | null) => (dollars === null ? 'By agreement' : `$${dollars} a month`),
  change: {
    upgrade: (name: string) => `Upgrade to ${name}`,
    downgrade: (name: string) => `Downgrade to ${name}`,
    none: (name: string) => name,
  },
  limits: {
    DATABASE_SIZE: 'Database size',
    STORAGE_SIZE: 'File storage',
    EGRESS: 'Egress a month',
    QUERIES: 'Queries a month',
    API_REQUESTS: 'API calls a month',
    MONTHLY_ACTIVE_USERS: 'Active users a month',
    FUNCTION_INVOCATIONS: 'Function calls a month',
    REALTIME_MESSAGE_COUNT: 'Realtime messages a month',
    REALTIME_PEAK_CONNECTIONS: 'Realtime connections at once',
    FILE_SIZE: 'Largest file',
  } as Record<string, string>,
  unlimited: 'Unlimited',
  notIncluded: 'Not included',
  confirmBegins: {
    now: 'The plan begins at once.',
    later: (at: string) => `The current plan stays until ${at}.`,
  },
  changes: 'What changes',
  sameLimits: 'The limits stay the same.',
  limit: 'Limit',
  now: 'Now',
  after: 'After',
  exceeded: 'Used more than this',
  losesAddons: (count: number) =>
    count === 1
      ? '1 add-on is removed: the free plan has none.'
      : `${count} add-ons are removed: the free plan has none.`,
  done: {
    upgrade: (name: string) => `The organization is on ${name} now`,
    downgrade: (name: string, at: string) => `${name} begins on ${at}`,
  },
  mayNot: 'Only owners of the organization can change its plan',
  partner: 'The partner that manages this organization changes its plan',
  addons: {
    title: 'Add-ons in use',
    empty: 'No add-ons in use',
    emptyBody: 'Add-ons are chosen in the settings of a project.',
    columns: { project: 'Project', addon: 'Add-on', price: 'Price' },
  },
  none: 'No plans to choose from',
  noneBody: 'This installation has one plan, which includes everything.',
  usage: 'Show the usage',
}
