/** A page whose project has no database to ask right now. */
export const gateText = {
  title: 'The database is unavailable',
  titles: {
    COMING_UP: 'The database is starting',
    PAUSING: 'The project is being paused',
    INACTIVE: 'The project is paused',
    RESTORING: 'The database is starting again',
    GOING_DOWN: 'The project is being deleted',
    INIT_FAILED: 'The database could not be set up',
    ACTIVE_UNHEALTHY: 'The database could not be opened',
  } as Record<string, string>,
  bodies: {
    busy: 'This page opens as soon as the database is ready.',
    bad: 'This page opens as soon as the database is ready.',
    quiet: 'Its database is stopped and keeps its data. Resume the project to open this page.',
    good: '',
  },
  /** Above a page that needs no database. */
  notices: {
    busy: 'Some parts of this page wait until the database is ready.',
    bad: 'Some parts of this page wait until the database is ready.',
    quiet: 'Its database is stopped and keeps its data.',
    good: '',
  },
  toOverview: 'Project overview',
}
