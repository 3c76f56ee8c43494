import type { GuidePage } from './guide-page.js'

export const troubleshootingGuide: GuidePage = {
  key: 'troubleshooting',
  title: 'Troubleshooting',
  lead: 'What to do when something does not work.',
  sections: [
    {
      title: '“The platform can’t be reached”',
      text: `The dashboard tries again automatically and continues when the platform answers. What you typed is kept. If it does not, check your
network, and that the program still runs. The page **Platform status** (Help menu) shows the status of its parts.`,
    },
    {
      title: 'A project is unhealthy, or could not be set up',
      text: `Its overview says why. Frequent causes: the disk is full, another program holds the data directory, or – for a database added
by URL – its address, password or certificate changed. **Try again** or **Resume** starts it again.`,
    },
    {
      title: '“Database busy”',
      text: `A project on the engine *pglite* has one session: your query waits for the one before it. **Running queries** in the SQL
Editor shows what runs; it can be cancelled there.`,
    },
    {
      title: 'A query is slow',
      text: `Run **Explain** on it in the SQL Editor, and look at **Query Performance** and the **Performance Advisor**: a sequential scan
of a large table often lacks an index.`,
    },
    {
      title: '“permission denied”',
      text: `You may be acting as another role: the header says so, and ends it. Else the role of the database lacks the right; a member
with a read-only role can’t change anything.`,
    },
    {
      title: 'Rows are missing',
      text: `Row-level security hides rows from \`anon\` and \`authenticated\`. **Policies** lists what lets them through, and its
**Tester** says for each row which policy decided. In the SQL Editor you see all rows unless you act as another role.`,
    },
    {
      title: 'You can’t sign in',
      text: `**Forgot password** mails a link where the platform has a mail server; otherwise the people who run it can print one for you.
Without your authenticator app use one of your recovery codes. After several failures the next attempt has to wait.`,
    },
    {
      title: 'Still stuck',
      text: `Write through **Contact support** in the Help menu. The error as it was shown, and what you did before, help most.`,
    },
  ],
}
