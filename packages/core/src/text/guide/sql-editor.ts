import type { GuidePage } from './guide-page.js'

export const sqlEditorGuide: GuidePage = {
  key: 'sql-editor',
  title: 'The SQL Editor',
  lead: 'Write, run, keep and share SQL.',
  sections: [
    {
      title: 'Confirmation before writes',
      text: `A text that only reads runs at once, in a read-only transaction. A text that writes, or
calls a function that could, asks first and says what it found in the text. After your confirmation it runs without that
guard.

Members with a read-only role always run in read-only transactions.`,
    },
    {
      title: 'Results',
      text: `- A single \`select\` without a limit gets the limit that is chosen in the toolbar (100 rows at first). The footer
  says so.
- Values arrive as PostgreSQL writes them: large numbers, JSON and timestamps are never rounded or reformatted.
- Right-click a cell to copy it or to see the whole value. Drag or use Shift and the arrows to choose several cells.
- The **Export** menu writes the rows you see, or the whole result from the database, into a file: CSV, JSON, JSON lines,
  Markdown, SQL inserts, and Excel for the whole result.`,
    },
    {
      title: 'Saved queries',
      text: `What you type is kept on your device at once and saved as a query after a second. Queries are private until you share them
with the project; private ones can be in folders. When the same query was changed elsewhere, both texts are shown and you
choose.`,
    },
    {
      title: 'Cancel and time out',
      text: `**Cancel** stops the statement in the database. A statement that takes longer than the timeout in the toolbar (60 seconds at
first) is stopped too. Closing the tab of the browser cancels what it ran.`,
    },
    {
      title: 'Run as another role',
      text: `The role menu runs a query as \`anon\`, \`authenticated\` with the claims of a user, or any role of the database. This shows
what a policy allows. The header shows the role until you stop.`,
    },
  ],
}
