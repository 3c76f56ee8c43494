/** With at most two digits after the point. */
const amount = (gb: number): string => String(Math.floor(gb * 100) / 100)

/** The panel of one add-on. */
export const addonText = {
  inUse: 'In use',
  /** In place of the price of an add-on without an effect. */
  recordedOnly: 'Recorded only',
  notInUse: 'Not in use',
  variants: 'Variants',
  state: 'State',
  price: (dollars: number, interval: string) =>
    dollars === 0 ? 'Free' : `$${dollars} ${interval === 'hourly' ? 'an hour' : 'a month'}`,
  note: 'Nothing is charged: no payment provider is connected.',
  /** What an add-on does on this platform, by its type. */
  effects: {
    pitr: 'The database can go back to any second of that time, once it is turned on under Backups, Point in time.',
    addon_security_hipaa: 'The assistant gets neither the schema nor data of the project.',
  } as Record<string, string>,
  noEffect: 'The platform only records it: on this machine it has no effect.',
  /** What another size of the compute add-on does. */
  compute: {
    restart:
      'Sets how much memory PostgreSQL uses: buffers, caches and sorting. Another size restarts the database.',
    'at-start':
      'Sets how much memory PostgreSQL uses: buffers, caches and sorting. The database does not run: a size takes effect when it starts.',
    wait: 'Sets how much memory PostgreSQL uses: buffers, caches and sorting. Another size restarts the database.',
    none: 'The platform only records the size: it has no effect on the memory of this database.',
  },
  memory: (gb: number) => `${amount(gb)} GB of memory`,
  cappedMemory: (stated: number, given: number) =>
    `${amount(stated)} GB of memory, of which this machine gives a database ${amount(given)} GB`,
  restartToChoose: (name: string) => `Restart the database with the size ${name}?`,
  restartToRemove: (name: string) => `Restart the database without ${name}?`,
  restartBody:
    'The database restarts, which takes a few seconds. Queries that are running are cancelled and connections end; programs connect again. Its data stays.',
  wait: 'The status of the project is changing. Wait until it has finished.',
  choose: (name: string) => `Choose ${name}`,
  remove: 'Remove',
  chosen: 'The add-on was added',
  removed: 'The add-on was removed',
  failed: (message: string) => `The add-on was not changed: ${message}`,
  mayNot: 'Only owners of the organization can change add-ons',
  selfHosted: 'A self-hosted platform has no add-ons',
  missing: 'Add-on not found.',
  close: 'Close',
}
