import type { GuidePage } from './guide-page.js'

export const projectsGuide: GuidePage = {
  key: 'projects',
  title: 'Projects',
  lead: 'A project is a database with keys, queries and settings.',
  sections: [
    {
      title: 'What a status means',
      text: `| status | meaning |
|---|---|
| Coming up | the database is being created or started; the page updates automatically |
| Healthy | it answers |
| Unhealthy | it answered badly; the platform restarts it automatically |
| Init failed | it could not be set up; the page says why, and it can be tried again |
| Pausing, Paused | its database is stopped and keeps its data |
| Restoring | a paused one is being started |
| Going down | it is being deleted |`,
    },
    {
      title: 'Pause and resume',
      text: `**Settings › General** pauses a project: its database stops and uses no memory. Its data, queries and keys stay. **Resume**
starts it again, within seconds.`,
    },
    {
      title: 'Which engine',
      text: `- **cluster**: a PostgreSQL server for the project alone. Several queries run at a time.
- **pglite**: PostgreSQL inside the platform, everywhere. Queries run one after the other, and the editor shows the wait.
- **postgres**: a database that exists elsewhere, added by its URL. It is changed only when you ask for it.`,
    },
  ],
}
