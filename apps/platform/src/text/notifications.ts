/** What notifications say. A message is Markdown: what people named is escaped by `plain`. */
/** Characters that Markdown gives a meaning, and line breaks. */
const MARKED = /[\\`*_{}[\]()#+\-.!|<>~&:@]/g

/** A name as a part of a Markdown text that shows it as it is. */
export function plain(name: string): string {
  return name.replace(/\s+/gu, ' ').replace(MARKED, '\\$&')
}

const bold = (name: string) => `**${plain(name.trim())}**`

export const notificationText = {
  created: {
    title: (name: string) => `${name} is ready`,
    message: (name: string) => `The database of ${bold(name)} is up and takes connections.`,
  },
  paused: {
    title: (name: string) => `${name} was paused`,
    message: (name: string) => `${bold(name)} keeps its data. Resume it when you need it again.`,
  },
  unhealthy: {
    title: (name: string) => `${name} is unhealthy`,
    message: (name: string, reason: string) =>
      `The database of ${bold(name)} does not answer: ${plain(reason)}`,
  },
  notCreated: {
    title: (name: string) => `${name} could not be created`,
    message: (name: string, reason: string) =>
      `The database of ${bold(name)} did not come up: ${plain(reason)}`,
  },
  notDeleted: {
    title: (name: string) => `${name} could not be deleted`,
    message: (name: string, reason: string) => `Parts of ${bold(name)} are still there: ${plain(reason)}`,
  },
  backup: {
    failed: (name: string) => `${name} could not be backed up`,
    failedMessage: (name: string, at: string) =>
      `The backup of ${bold(name)} that was begun at ${plain(at)} failed. The page of backups has the reason.`,
    notRestorable: (name: string) => `A backup of ${name} can’t be restored`,
    notRestorableMessage: (name: string, at: string, reason: string) =>
      `The backup of ${bold(name)} of ${plain(at)} was restored for a test, and that failed: ${plain(reason)}`,
  },
  schedule: {
    failing: (schedule: string, name: string) => `The schedule ${schedule} of ${name} fails`,
    failingMessage: (failures: number, reason: string) =>
      `The last ${failures} runs failed. The last one: ${plain(reason)}`,
  },
  realtime: {
    givenUp: (name: string) => `Subscribers of ${name} may have missed changes`,
    givenUpMessage:
      'The changes that were kept for realtime were more than the limit of the server’s log, and were dropped. Subscribers were told, and get what happens from now on.',
  },
  disk: {
    title: (isFull: boolean) => (isFull ? 'The disk is full' : 'The disk is nearly full'),
    message: (free: string) =>
      `${plain(free)} are free where Basedeck keeps its data. Databases stop when nothing is left: free some space, or give it a larger disk.`,
  },
  usage: {
    title: (organization: string) => `${organization} exceeds its usage limits`,
    message: (metric: string, used: string, limit: string) =>
      `${bold(metric)}: ${plain(used)} of ${plain(limit)} are used.`,
  },
  joined: {
    title: (person: string, organization: string) => `${person} joined ${organization}`,
    message: (person: string, role: string) => `${bold(person)} is a member now, as ${bold(role)}.`,
  },
  roleChanged: {
    title: (organization: string) => `Your role in ${organization} changed`,
    message: (organization: string, from: string, to: string) =>
      `In ${bold(organization)} you are ${bold(to)} now. You were ${bold(from)} before.`,
  },
  findings: {
    title: ({ errors, warnings }: { errors: number; warnings: number }, name: string) => {
      const counted = (count: number, one: string, many: string) =>
        count === 0 ? [] : [count === 1 ? one : `${count} ${many}`]
      const found = [
        ...counted(errors, 'an error', 'errors'),
        ...counted(warnings, 'a warning', 'warnings'),
      ].join(' and ')
      return `The advisors found ${found} in ${name}`
    },
    message: (details: readonly string[], more: number) =>
      [...details.map((detail) => `- ${plain(detail)}`), ...(more > 0 ? [`- ${more} more`] : [])].join('\n'),
  },
  actions: {
    schedules: 'Open the schedules',
    project: 'Open project',
    billing: 'View usage',
    members: 'View members',
    organization: 'Open organization',
    advisor: 'View findings',
    status: 'View platform status',
  },
}
