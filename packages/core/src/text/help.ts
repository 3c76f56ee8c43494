import type { PlatformPart } from '@basedeck/platform-client'

type StateNotes = Partial<Record<PlatformPart['state'], string>>

/** The pages of the help menu. */
export const helpText = {
  docs: {
    contents: 'Pages of the documentation',
    lead: 'How to work with Basedeck. These pages come with your installation and always fit its version.',
    missingTitle: 'Documentation page not found',
    missingBody: 'It may have been renamed. The list shows all pages.',
    toContents: 'All pages',
    previous: 'Previous page',
    next: 'Next page',
  },
  status: {
    lead: 'The parts of this installation and their status, checked every 15 seconds.',
    well: 'Everything works',
    disturbed: 'Some parts do not work',
    away: 'The platform does not answer',
    platform: 'Platform',
    unreachable: 'Does not answer',
    partsTitle: 'Parts',
    aboutTitle: 'This installation',
    version: 'Version',
    started: 'Started',
    check: 'Check again',
    checking: 'Checking…',
    states: { works: 'Works', fails: 'Fails', configured: 'Configured', off: 'Off' },
    parts: {
      control: 'Accounts and settings',
      engine: 'Project databases',
      disk: 'Disk of the data directory',
      mail: 'Mail',
      ai: 'AI assistant',
      releases: 'Release service',
      backups: 'Backups',
      branches: 'Branches',
      replicas: 'Read replicas',
      functions: 'Edge functions',
      schedules: 'Schedules',
    },
    took: (ms: number) => `Answered in ${ms} ms`,
    about: {
      control: { fails: 'The database of the platform itself does not answer.' },
      mail: {
        off: 'Invitations and password links are shown instead of mailed.',
        configured: 'A mail server is configured.',
      },
      ai: { off: 'No AI service is connected.', configured: 'An AI service is connected.' },
      backups: {
        off: 'No backups are made: basedeck backup set schedule=daily begins with them.',
        fails: 'The state of the backups can’t be read.',
      },
      branches: { off: 'The project has no branches.' },
      replicas: { off: 'The project has no read replicas.' },
      functions: { off: 'Edge functions can’t run here.' },
      schedules: { off: 'No schedule is turned on.' },
      releases: { off: 'New versions are not looked up.', configured: 'New versions are looked up.' },
    } as Partial<Record<PlatformPart['part'], StateNotes>>,
  },
}
