/** What a team is told of changes that its members made. A message is Markdown: what people named is escaped by `plain`. */
import { plain } from './notifications.js'

const bold = (name: string) => `**${plain(name.trim())}**`
const listed = (sentences: readonly string[]) =>
  sentences.map((sentence) => `- ${plain(sentence)}`).join('\n')

export const teamNoticeText = {
  planChanged: {
    title: (organization: string, plan: string) => `${organization} is on the plan ${plan}`,
    message: (person: string, from: string, to: string) =>
      `${bold(person)} changed the plan from ${bold(from)} to ${bold(to)}.`,
  },
  planScheduled: {
    title: (organization: string, plan: string, day: string) =>
      `${organization} changes to the plan ${plan} on ${day}`,
    message: (person: string, from: string, to: string, day: string) =>
      `${bold(person)} chose ${bold(to)}. Until ${plain(day)} the plan is ${bold(from)}; the change can be taken back.`,
  },
  planKept: {
    title: (organization: string, plan: string) => `${organization} stays on the plan ${plan}`,
    message: (person: string) => `${bold(person)} took the scheduled change back.`,
  },
  planBegan: {
    title: (organization: string, plan: string) => `${organization} is on the plan ${plan} now`,
    message: (from: string, to: string, losses: readonly string[]) =>
      losses.length === 0
        ? `The scheduled change from ${bold(from)} to ${bold(to)} has begun.`
        : `The scheduled change from ${bold(from)} to ${bold(to)} has begun. It took away:\n\n${listed(losses)}`,
  },
  losses: {
    addon: (name: string, project: string) => `The add-on ${name} of ${project}`,
    limit: (limit: string, from: string, to: string) => `${limit}: ${to} instead of ${from}`,
    gone: (limit: string) => `${limit}: not included any more`,
    fileSize: 'Largest file',
    unlimited: 'unlimited',
  },
  addonAdded: {
    title: (addon: string, project: string) => `${addon} was added to ${project}`,
    message: (person: string, variant: string, project: string) =>
      `${bold(person)} chose ${bold(variant)} for ${bold(project)}.`,
  },
  addonRemoved: {
    title: (addon: string, project: string) => `${addon} was removed from ${project}`,
    message: (person: string, addon: string, project: string) =>
      `${bold(person)} removed ${bold(addon)} from ${bold(project)}.`,
  },
  deleted: {
    title: (project: string) => `${project} was deleted`,
    message: (project: string, person: string | undefined) =>
      person === undefined
        ? `${bold(project)} is gone, with its files and keys.`
        : `${bold(person)} deleted ${bold(project)}, with its files and keys.`,
  },
  left: {
    title: (project: string, organization: string) => `${project} left ${organization}`,
    message: (person: string, project: string, to: string) =>
      `${bold(person)} transferred ${bold(project)} to ${bold(to)}. Members of this organization can’t open it any more.`,
  },
  came: {
    title: (project: string, organization: string) => `${project} belongs to ${organization} now`,
    message: (person: string, project: string, from: string) =>
      `${bold(person)} transferred ${bold(project)} from ${bold(from)}.`,
  },
  passwordReset: {
    title: (project: string) => `The database password of ${project} was reset`,
    message: (person: string) =>
      `${bold(person)} set a new one. Programs that use the old one can’t sign in any more.`,
  },
  keyMade: {
    title: (project: string) => `A secret key of ${project} was created`,
    message: (person: string, key: string) =>
      `${bold(person)} created ${bold(key)}. It bypasses row-level security.`,
  },
  keysRevealed: {
    title: (count: number, project: string) =>
      count === 1 ? `A secret key of ${project} was shown` : `Secret keys of ${project} were shown`,
    message: (person: string, keys: readonly string[]) =>
      `${bold(person)} looked at ${keys.map(bold).join(', ')}.`,
  },
  memberLeft: {
    title: (person: string, organization: string) => `${person} left ${organization}`,
    message: 'They can’t open its projects any more.',
  },
  memberRemoved: {
    message: (by: string) => `${bold(by)} removed them. They can’t open its projects any more.`,
  },
  factorRemoved: {
    title: (person: string) => `${person} has no second factor any more`,
    message: (person: string, organization: string) =>
      `${bold(person)}, a member of ${bold(organization)}, signs in with the password alone until they add an authenticator app.`,
  },
  ownFactorRemoved: {
    title: 'An authenticator app of your account was removed',
    message: (person: string | undefined) =>
      `${person === undefined ? 'The operator of this platform' : bold(person)} did it. If you did not expect this, change your password.`,
  },
  actions: {
    billing: 'View billing',
    addons: 'View add-ons',
    keys: 'View API keys',
    database: 'View database settings',
    security: 'View account security',
  },
}
