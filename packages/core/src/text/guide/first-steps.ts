import type { GuidePage } from './guide-page.js'

export const firstStepsGuide: GuidePage = {
  key: 'first-steps',
  title: 'First steps',
  lead: 'From an empty project to a table with rows.',
  sections: [
    {
      title: 'Create a table',
      text: `Open the **SQL Editor** in the sidebar, write a statement and run it with Ctrl+Enter (⌘↵ on a Mac):

\`\`\`sql
create table notes (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null default now()
);
\`\`\`

A statement that changes something asks before it runs. Confirm with **Run**.`,
    },
    {
      title: 'Add rows and read them',
      text: `\`\`\`sql
insert into notes (body) values ('hello'), ('world');
select * from notes order by id;
\`\`\`

A text may contain several statements; each has its own result. To run a part, select it, or put the cursor into a
statement and press Ctrl+Shift+Enter.`,
    },
    {
      title: 'Find your way',
      text: `- **Ctrl+K** (⌘K) opens the command menu: pages, projects, tables, queries and actions by name.
- **?** shows every key.
- **E** opens a small SQL editor beside any page of a project.
- The **Help** menu in the header has these pages, the status of the platform, and a way to write to the people who run it.`,
    },
  ],
}
