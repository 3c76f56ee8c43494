import { named } from './named.js'

/** The sentences of the frame around every page. */
export const shellText = {
  product: 'Basedeck',
  home: 'Home',
  projectOverview: 'Project overview',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', system: 'System' },
  navigation: 'Main navigation',
  breadcrumbs: 'Breadcrumbs',
  sidebar: 'Sidebar',
  search: 'Search or run',
  help: {
    label: 'Help',
    docs: 'Documentation',
    troubleshooting: 'Troubleshooting',
    status: 'Platform status',
    support: 'Contact support',
    community: 'Community',
    feedback: 'Give feedback',
    shortcuts: 'Keyboard shortcuts',
  },
  previews: {
    label: 'Feature previews',
    none: 'No feature previews at the moment',
  },
  connect: {
    label: 'Connect',
    inactive: 'Project is currently not active and cannot be connected',
  },
  organization: 'Organization',
  commandMenu: 'Command menu',
  notice: { label: 'Upcoming change', putAway: 'Dismiss' },
  refresh: {
    label: 'New version',
    body: 'A new version of this page is available. Refresh to see the latest changes.',
    notNow: 'Not now',
    refresh: 'Refresh',
  },
  /** The buttons of the header's pickers. */
  pickers: {
    organization: 'Switch organization',
    project: 'Switch project',
    branch: (name: string) => `Branch ${name}`,
    /** The two parts of a picker's list. */
    entries: 'Results',
    steps: 'More',
  },
  branches: { production: 'Production', persistent: 'Persistent', preview: 'Preview' },
  /** The one branch of a project without branching. */
  mainBranch: 'main',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  collapseMenu: 'Collapse the menu',
  expandMenu: 'Expand the menu',
  resizeMenu: 'Resize the menu',
  skipToContent: 'Skip to content',
  notFoundTitle: 'Page not found',
  notFoundBody: (path: string) =>
    `There is no page at ${path}. It may have moved, or the address has a typo.`,
  hostedOnlyTitle: 'Only on a hosted Basedeck',
  hostedOnlyBody: (path: string) =>
    `${path} belongs to a hosted Basedeck, with organizations and many projects. This one is self-hosted; started with --platform it is a hosted one.`,
  backHome: 'Back to the dashboard',
  loading: 'Loading…',
  waitingForServer: 'Waiting for the server; a start takes a few seconds…',
  fileMissing: 'This page could not be loaded. It opens when Basedeck can be reached again.',
  profile: 'Preferences',
  /** The region of short messages. */
  toasts: 'Announcements',
  /** The button of the inbox. */
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  account: 'Account',
  accountMenu: 'Account menu',
  signOutFailed: (message: string) => `You could not be signed out: ${message}`,
  settings: 'Settings',
  general: 'General',
  projectSettings: 'Project settings',
  partner: {
    names: {
      'vercel-marketplace': 'the Vercel Marketplace',
      'cloud-marketplace': 'a cloud marketplace',
    },
    title: (partner: string) => `This organization is managed by ${partner}`,
    body: 'Its resources and its billing are managed there.',
    link: 'Manage them there',
    badge: 'Managed by a partner',
  },
  exceeding: 'Exceeding usage limits',
  lockedHint: 'This organization is open to members with two-factor authentication only.',
  /** The actor of changes that no person made. */
  thePlatform: 'The platform',
  routeErrors: {
    projectMissing: {
      title: 'This project does not exist',
      body: 'It may have been deleted, or you are not a member of its organization.',
      linkLabel: 'Go to your projects',
    },
    projectDeleted: {
      title: (name: string) => `${named(name)} was deleted`,
      body: 'This project was deleted while it was open here. Its database and its files are gone.',
      linkLabel: 'Go to the other projects',
    },
    projectGone: {
      title: (name: string) => `${named(name)} is gone`,
      body: 'It was deleted, or you are no longer a member of its organization. What you wrote in its SQL editor stays on this device.',
      linkLabel: 'Go to your organizations',
    },
    organizationMissing: {
      title: 'This organization does not exist',
      body: 'It may have been deleted, or you are not a member of it.',
      linkLabel: 'Go to your organizations',
    },
    mfaRequired: {
      title: 'This organization requires two-factor authentication',
      body: 'Set it up to open this organization.',
      linkLabel: 'Set up two-factor authentication',
    },
    areaOff: {
      titles: {
        auth: 'The sign-in of users is turned off on this installation',
        storage: 'File storage is turned off on this installation',
        functions: 'Edge functions are turned off on this installation',
      },
      body: (flag: string) =>
        `The operator can turn it on: remove ${flag}=false from BASEDECK_FLAGS and restart the server. Stored data was kept.`,
      linkLabel: 'Go back',
    },
    forbidden: {
      title: 'Your role does not allow this',
      linkLabel: 'Go back',
    },
  },
}
