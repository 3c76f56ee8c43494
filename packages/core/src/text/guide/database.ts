import type { GuidePage } from './guide-page.js'

export const databaseGuide: GuidePage = {
  key: 'database',
  title: 'Database and advisors',
  lead: 'The content of a database, and how to improve it.',
  sections: [
    {
      title: 'The catalogue',
      text: `Under **Database** are the schemas, tables, functions, triggers, types, extensions, indexes, publications and roles of the
database. Each list can be searched, and shows the current state, also after a change in another window.`,
    },
    {
      title: 'Advisors',
      text: `The **Security Advisor** finds tables that others could read, the **Performance Advisor** what makes queries slow: missing
indexes, duplicate indexes, policies that are checked for every row. Each finding says what it means; where a
statement helps, **Open in SQL Editor** shows it. Read it before you run it.`,
    },
    {
      title: 'Row-level security',
      text: `A table without row-level security is open to everyone with a key of the project’s API. Switch it on, and say with
policies who may see and change which rows:

\`\`\`sql
alter table notes enable row level security;

create policy "Everyone reads" on notes for select using (true);
\`\`\``,
    },
  ],
}
