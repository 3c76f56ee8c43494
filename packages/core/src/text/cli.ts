/** What the badge of the local version says. */
export const cliText = {
  badges: { beta: 'Beta', 'update-available': 'Update available', latest: 'Latest' },
  name: (version: string, badge: string) => `Basedeck ${version}, ${badge}`,
  title: 'Version',
  current: 'Current version',
  latest: 'Latest version',
  beta: 'Beta version',
  next: 'Next release expected',
  /** No call leaves the machine unless it was configured. */
  unknown: 'Unknown',
}
