/** Sentences of the settings of PostgreSQL, on the page of the database's settings. */
export const serverSettingsText = {
  search: 'Find a setting...',
  list: 'Settings of PostgreSQL',
  show: 'Show',
  shown: { changeable: 'Can be changed', changed: 'Changed', all: 'All' },
  columns: { name: 'Setting', value: 'Value', category: 'Category', effect: 'A change' },
  effects: {
    new_connections: 'New connections',
    at_once: 'At once',
    restart: 'Restart',
  },
  effectSentences: {
    new_connections:
      'Connections that are opened from now on have it; those of the dashboard within a minute. Those that are open keep what they have.',
    at_once: 'All connections have it at once.',
    restart: 'The database restarts: every connection ends, and what runs then is rolled back.',
  },
  changed: 'Changed',
  fixed: 'Fixed',
  none: 'No setting is like that',
  noneChanged: 'No setting has been changed',
  open: (name: string) => `Open ${name}`,
  close: 'Close',
  facts: { default: 'PostgreSQL’s default', range: 'Range', effect: 'A change', category: 'Category' },
  range: (min: string, max: string, unit: string | null) =>
    `${min} to ${max}${unit === null ? '' : ` (in ${unit}, where no unit is typed)`}`,
  value: 'Value',
  valueHint: 'As SET takes it, such as 64MB, 5min or on.',
  save: 'Save',
  saveAndRestart: 'Save and restart the database',
  saving: 'Saving…',
  cancel: 'Cancel',
  reset: 'Use the default',
  resetAndRestart: 'Use the default and restart',
  saved: (name: string) => `${name} is changed`,
  restarting: (name: string) => `${name} is changed; the database restarts`,
  mayNot: 'Your role does not allow changing settings',
  refused: (name: string, value: string) =>
    `The database did not start with ${name} = ${value}, so it runs with the previous value`,
}
