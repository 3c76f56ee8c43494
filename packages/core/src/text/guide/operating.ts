import type { GuidePage } from './guide-page.js'

export const operatingGuide: GuidePage = {
  key: 'operating',
  title: 'Running Basedeck',
  lead: 'For the people who run this installation.',
  sections: [
    {
      title: 'Start it',
      text: `\`\`\`sh
npm start                                # one project, on this machine only
npm start -- --host 0.0.0.0              # for others too, with accounts
npm start -- --platform                  # many organizations and projects, with accounts
npm start -- --help                      # every option
\`\`\`

Each option can also be given in the environment: \`--port\` is \`BASEDECK_PORT\`.`,
    },
    {
      title: 'Data and backups',
      text: `Everything is in the data directory (\`--data-dir\`, else \`./.basedeck\`). \`secret.key\` in it encrypts what is secret,
and without it the stored secrets can’t be read: a backup of everything includes it, unless \`--without-key\` leaves it out to be
kept elsewhere.

\`\`\`sh
basedeck dump --to backup.tar                     # everything, even while it runs
basedeck dump --to one.tar --project <ref>        # one database
basedeck restore --from one.tar --project <ref>   # puts it back
\`\`\`

In a checkout these are \`npm start -- dump --to backup.tar\` and so on. A database that was added by its URL is not part of it; \`basedeck backup\` below backs it up.

Backups on a schedule are kept in \`backups\` of the data directory, each encrypted and read back. On a cluster the write-ahead log
is kept with them where you turn that on, and the database goes back to any second:

\`\`\`sh
basedeck backup set schedule=daily keep_days=7 point_in_time=true
basedeck backup                                   # what there is, and how far back it goes
basedeck backup prove                             # restore the newest for a test
basedeck backup restore --at 2026-01-31T12:00:00Z
\`\`\`

A restore backs up the present state first, so that it can be undone.

A database that was added by its URL is dumped by \`pg_dump\`, which must be installed in the version of its server or a newer one
(\`apt-get install postgresql-client\`). A restore goes into a new database on that server, which then takes the name of the other
one, so that nothing is changed if it fails. The user of the URL must own the database, be able to read all of its tables, and have
the right to create databases.`,
    },
    {
      title: 'Connection poolers',
      text: `With \`--platform\`, Basedeck runs PgBouncer where it is installed (\`apt-get install pgbouncer\`, then start it again): a
shared pair for all projects, and one of its own for each project of a paid plan. Without it the Connect dialog says so.`,
    },
    {
      title: 'Help menu and release service',
      text: `\`BASEDECK_LINKS\` adds addresses to the Help menu. Known names are \`community\`, \`feedback\` and \`branching\`; any other
name is shown as it is:

\`\`\`sh
BASEDECK_LINKS='{"feedback": "mailto:team@example.com", "Runbook": "https://wiki.example.com"}'
\`\`\`

\`BASEDECK_RELEASES_URL\` names a service that says which version is the newest, as
\`{"latest": "v0.2.0", "beta": "v0.3.0-beta.1", "published_at": "2027-01-31"}\`. The version badge then shows *Latest* or *Update
available*. Without it no call leaves the machine.`,
    },
    {
      title: 'Mail, AI and notices',
      text: `- \`BASEDECK_SMTP_URL\` sends invitations and password links; \`BASEDECK_SUPPORT_EMAIL\` receives support tickets.
- \`BASEDECK_AI_URL\`, \`BASEDECK_AI_MODEL\` and \`BASEDECK_AI_KEY\` connect any service of the chat-completions protocol.
- \`BASEDECK_LEAKED_PASSWORDS_URL\` names a service of leaked passwords, which is told five digits of a hash.
- \`BASEDECK_NOTICE\` announces an upcoming change on every page.
- \`BASEDECK_FLAGS\` switches features on or off for everyone.`,
    },
  ],
}
