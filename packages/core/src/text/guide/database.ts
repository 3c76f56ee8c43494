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
      title: 'The drawing of a schema',
      text: `**Database → Schemas** draws the tables and views of a schema: solid lines are foreign keys, dashed lines lead from a view to
the tables that it reads. Drag a table to place it, double-click it to open its rows. **Draw only related** leaves the chosen
table and what is one, two or three lines away from it. Of a large schema the first 2,000 are drawn, closely tied ones together; the search finds the others.`,
    },
    {
      title: 'Creating and changing tables',
      text: `**Database → Tables** has **New table**, and a menu for each table: edit, duplicate, delete. A table’s page has the same for
its columns, and switches for row-level security and realtime. Each panel shows the SQL that it runs, the lock that it takes and
whether the table is rewritten; all statements run in one transaction. What you typed is kept when you reload the page. If another
person changes the table meanwhile, saving says what changed. A deletion lists what depends on the table or column. A table is
moved by choosing another schema. When another session uses the table, a change waits five seconds for its lock, then gives up
and names that session.`,
    },
    {
      title: 'Settings of PostgreSQL',
      text: `**Database → Settings** lists what PostgreSQL runs with. Each setting says what it does, its range, and what a change does: new
connections have it, all have it at once, or the database restarts. A value that PostgreSQL refuses stays in the form with its
words; a database that does not start with a value runs with the previous one again, and the page says so. Settings that name
files, programs or addresses of the server are fixed: who runs the server changes those.`,
    },
    {
      title: 'The rows of a table',
      text: `The **Table Editor** opens a table with its rows, 100 a page. Click a heading to order by it, with Shift by several. Type a
filter, such as *total >= 5000*, *name ilike %berg%*, *id in (1, 2)* or *paid_at is null*, and press Enter. Orders and
filters are in the address, so that a link shows the same rows. **Count exactly** counts them all. The tables
of the schema are listed beside the rows; the **+** above them creates one, and the menu beside the schema makes, renames and
deletes schemas. Acting as a **Role** you see its rows, and of a table of which it may read some columns only those.`,
    },
    {
      title: 'Changing rows',
      text: `Select a cell and type, or press Enter or double-click it; **Delete** empties it, and a block from a spreadsheet can be
pasted. **Insert row** adds a row; the menu of a cell duplicates and deletes rows, and sets a value to NULL, to the default or to
an empty text. Changes are staged: they are marked in the grid, kept when you reload the page, undone and redone step by step,
and shown as SQL by **Review SQL**. **Save** runs them in one transaction, so either all are saved or nothing is, in an order that
works: rows may swap a unique value, or leave a parent that is deleted in the same save. If another person changed
or deleted one of these rows meanwhile, nothing is saved and you choose for each row. Shift+Enter shows a whole value beside the rows.`,
    },
    {
      title: 'Copy and paste',
      text: `Select cells with Shift and the arrows, or by dragging, and copy them. Pasted into a table, NULL stays NULL, and a line break
stays in its cell; a spreadsheet gets the same cells. One cell that is pasted on a selection fills it. A cell that can’t take its
value is left out and marked with the reason. The rows of a query’s result can be pasted into a table, too.`,
    },
    {
      title: 'Importing a file',
      text: `**Import** takes CSV and similar text files as they are: the first row is compared with the others to tell a head from data;
the delimiter, quotes, comments, titles above the head and the encoding are found, shown and can be chosen. An empty cell is NULL,
a quoted empty one an empty text. Values that are not certain stay text, and the panel says how many would fit a better type. A
column without repetitions can be the primary key. A new table has row-level security, unless you switch it off.`,
    },
    {
      title: 'Advisors',
      text: `The **Security Advisor** finds tables that others could read, the **Performance Advisor** what makes queries slow: missing
indexes, duplicate indexes, policies that are checked for every row. Each finding says what it means; where a
statement helps, **Open in SQL Editor** shows it. Read it before you run it.`,
    },
    {
      title: 'Row-level security',
      text: `Without row-level security, every role reads and changes all rows of a table as far as its grants allow; where a project
serves its tables over HTTP (**Settings → Data API** says so), anyone with its public key is such a role. Switch it on, and say
with policies who may see and change which rows:

\`\`\`sql
alter table notes enable row level security;

create policy "Everyone reads" on notes for select using (true);
\`\`\``,
    },
  ],
}
