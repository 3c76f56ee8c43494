import type { GuidePage } from './guide-page.js'

export const connectAppsGuide: GuidePage = {
  key: 'connect-apps',
  title: 'Connecting an application',
  lead: 'What the files of the Connect dialog do, and how an application reaches its project.',
  sections: [
    {
      title: 'Two ways to a project',
      text: `A **server** asks the database itself: it has the database URL, whose password no browser may see. A **browser or
phone** has the project’s address and a key that anyone may have; with them it uses the object API, which keeps files.
**Connect**, in the header of each project page, shows the files for both.`,
    },
    {
      title: 'The database URL',
      text: `Replace *[YOUR-PASSWORD]* by the password of the database. In a URL its special characters are percent-encoded:

| character | written as |
| --- | --- |
| @ | %40 |
| : | %3A |
| / | %2F |
| ? | %3F |
| # | %23 |
| % | %25 |

Keep the URL in the environment file that the dialog names, and keep that file out of version control.`,
    },
    {
      title: 'The client library',
      text: `The library *@supabase/supabase-js* is given the address of the project and the key that anyone may have: rows by
\`client.from\`, users by \`client.auth\`, files by \`client.storage\`. What the key may see is decided by policies: without
one, a list is empty. Rows need the data API to be on, and sign-in the auth service. Replace *my-bucket* by a bucket of yours.`,
    },
    {
      title: 'Direct, or through a pooler',
      text: `A direct connection suits servers that stay connected. Functions that start for each request open many connections for a
short time: a **transaction pooler** lets many clients share a few sessions, but keeps no prepared statements. A **session pooler**
keeps a session for each client. Poolers exist on hosted installations where PgBouncer is installed.`,
    },
  ],
}

export const connectOrmsGuide: GuidePage = {
  key: 'connect-orms',
  title: 'Connecting an ORM',
  lead: 'Prisma and Drizzle with the database of a project.',
  sections: [
    {
      title: 'Prisma',
      text: `Put the database URL into *.env*, then let Prisma read your tables and make its client:

\`\`\`sh
npx prisma db pull
npx prisma generate
\`\`\`

The client connects through the adapter of node-postgres, directly or through a pooler.`,
    },
    {
      title: 'Drizzle',
      text: `Describe your tables in *src/schema.ts*, or read them from the database with \`npx drizzle-kit pull\`. Through a transaction
pooler Postgres.js needs \`prepare: false\`, as the shown file has it.`,
    },
    {
      title: 'Migrations',
      text: `Run migrations over the direct connection or the session pooler: a transaction pooler gives each transaction another
session, and what a migration locks or sets for its session would be lost.`,
    },
  ],
}
