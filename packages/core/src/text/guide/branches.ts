import type { GuidePage } from './guide-page.js'

export const branchesGuide: GuidePage = {
  key: 'branches',
  title: 'Branches, merges and replicas',
  lead: 'Copies of a project to try changes on, what brings those changes home, and copies that only read.',
  sections: [
    {
      title: 'A branch',
      text: `**Create branch**, in the picker in the header or under **Branches**, makes a project of its own: its own database, keys and
files. **Without data** it has schemas, roles, policies, functions, buckets and settings, and empty tables; **with data** all rows
and files too, as of one moment, while the project stays in use. A branch starts quiet: nobody is signed in, mails stay in **Sent
mail**, hooks and schedules are off, and the page lists what can be turned on. **Masked columns** get the value of an SQL
expression before anybody can connect. A preview may end by itself; a persistent branch stays until it is deleted. **Reset** makes
a branch again from what its project is now.`,
    },
    {
      title: 'A merge',
      text: `A branch’s page **Merge** compares it with its project: each table, function and policy with its SQL on both sides, the lock
that a change takes, and whether it rewrites a table or loses data; buckets and settings of auth; and the rows of a table that you
choose. What both changed since the branch was made is a conflict, and is not chosen by itself. What you choose runs in one
transaction and is recorded as a migration. If the project changes meanwhile, nothing runs, and the comparison is shown anew.
**Undo** takes the last merge back where that loses nothing. Of rows, those that the project changed meanwhile are left out and
counted.`,
    },
    {
      title: 'In a pipeline',
      text: `Self-hosted, the same is done in a terminal on the machine of the platform:

\`\`\`sh
basedeck branch create trial --git feature/orders --with-data
basedeck diff trial                         # 0: nothing differs, 1: something does
basedeck branch delete trial
\`\`\``,
    },
    {
      title: 'Read replicas',
      text: `On the engine \`cluster\`, **Settings → Infrastructure** adds replicas that follow the database: what is committed is there a
few milliseconds later. All run on the machine of the platform; a region is a label. The database selector sends queries and pages
to a replica, which refuses changes. An application’s GET requests go there with the header \`x-basedeck-read: replica\`, and never to
a replica that lacks what the same session wrote. **Promote** puts a replica in the place of its primary: address, passwords and
keys stay. Self-hosted it is \`basedeck replica list | add | promote | remove\`.`,
    },
  ],
}
