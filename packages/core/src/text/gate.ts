/** A page whose project has no database to ask right now. */
export const gateText = {
  title: 'The database can’t be asked right now',
  titles: {
    COMING_UP: 'The database is starting',
    PAUSING: 'The project is being paused',
    INACTIVE: 'The project is paused',
    RESTORING: 'The database is being restored',
    GOING_DOWN: 'The project is being deleted',
    INIT_FAILED: 'The database could not be set up',
    ACTIVE_UNHEALTHY: 'The database could not be opened',
  } as Record<string, string>,
  bodies: {
    busy: 'This page opens by itself when the database is there.',
    bad: 'This page opens by itself when the database does.',
    quiet: 'Its database is stopped and keeps its data. This page opens when it runs again.',
    good: '',
  },
  /** Above a page that needs no database. */
  notices: {
    busy: 'What needs the database waits for it.',
    bad: 'What needs the database waits for it.',
    quiet: 'Its database is stopped and keeps its data.',
    good: '',
  },
  toOverview: 'Project overview',
}
