import type { GuidePage } from './guide-page.js'

export const policiesGuide: GuidePage = {
  key: 'policies',
  title: 'Users and policies',
  lead: 'Who the users of a project are, and which rows they see and change.',
  sections: [
    {
      title: 'Policies of a table',
      text: `**Authentication → Policies** lists the tables of a schema with their row-level security and policies. The menu of a table
turns row-level security on and off, and forces it for the table’s owner. **New policy** begins empty or with a template; its
panel knows the columns of the table, and shows the SQL that it runs. One *permissive* policy that holds is enough; each
*restrictive* one has to hold. PostgreSQL can’t change the command or the kind of a policy: saving then removes it and makes
it again, in one transaction.

**Using** decides about rows that exist, **With check** about rows as they become. Where With check is empty, PostgreSQL takes
Using. A statement with WHERE or RETURNING reads: SELECT policies count for it too.`,
    },
    {
      title: 'Testing policies',
      text: `**Tester** tries an operation as a role, a user or with claims of your own, on up to 50 rows of a table, and keeps nothing of
it. For each row it shows what PostgreSQL did, which policy decided, and under **Each policy** the value of every policy’s own
expression, computed as that role. Where these say something else than PostgreSQL did, it is marked: an expression with a
volatile function, one that reads rows which the statement changes, or a trigger can do that. Numbers taken from sequences, and
what functions do outside of the database, are not undone.

A test runs as the owner of the database and then as the role, so that only members who may change the database can run it. The
new row of an insert is made by the owner first; where a constraint refuses that, its policies can’t be computed. **Own
statement** shows the result of any statement as the role, without the policies.`,
    },
    {
      title: 'The matrix',
      text: `**Matrix** shows what roles can do with each table of the schema by privileges and policies: *no privilege* fails, *no rows*
means that no permissive policy covers it, *all rows* that row-level security is off, *bypasses* that policies do not apply to
the role. What no policy covers is marked. It computes no expression: a policy that is there may still allow no row.`,
    },
    {
      title: 'Policies in CI',
      text: `\`basedeck policies --check <file>\` runs cases against a project of this installation (\`--project <ref>\`), even while it
runs, or against any PostgreSQL (\`--db-url <url>\`). The file is YAML or JSON:

\`\`\`yaml
cases:
  - name: visitors read open notes
    as: anon
    table: public.notes
    operation: select
    where: open
    expect: { rows: 2 }
  - name: users add notes of their own only
    as: { user: 11111111-1111-4111-8111-111111111111 }
    table: notes
    operation: insert
    values: { user_id: 22222222-2222-4222-8222-222222222222 }
    expect: { refused: row-level security }
  - name: an administrator counts all notes
    as: { role: authenticated, claims: { app_metadata: { role: admin } } }
    statement: select * from notes
    expect: { rows: 10 }
\`\`\`

\`as\` is \`anon\`, \`authenticated\` or \`service_role\`, a user by id with more \`claims\`, a role with \`claims\`, or a role of the
\`database\`. \`rows\` is how many PostgreSQL allowed, among the first 50 that \`where\` finds; \`refused\` expects an error, or one
that contains a text. \`returning: true\` asks for the new row of an insert back. A case also fails where the policies’ own
expressions contradict PostgreSQL. \`--format json\` prints the results for programs. The exit code is 0 where all passed, 1
where one failed, and 64 where the cases could not run.`,
    },
    {
      title: 'Users',
      text: `**Authentication → Users** lists \`auth.users\`, the newest first. Searching by how an email, a phone number or an id *begins* is
answered by an index, however many users there are; *contains* also looks into names and takes longer. Filters by provider and
state, the search and the open user are in the address. **Export CSV** writes all that match.

A user’s panel shows the account, identities, sessions and second factors, the rows of other tables that refer to the user, and
the metadata as JSON. There you confirm an address, sign the user out, ban for a time, and delete; a deletion lists first what
refers to the user and what each foreign key does with it. **Act as this user** opens the SQL or the table editor with the
user’s rows. All of this runs with your own rights, and is in the audit log.`,
    },
  ],
}
