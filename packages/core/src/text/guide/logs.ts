import type { GuidePage } from './guide-page.js'

export const logsGuide: GuidePage = {
  key: 'logs',
  title: 'Logs and reports',
  lead: 'What the services of a project and its database did, line by line, and what it comes to over time.',
  sections: [
    {
      title: 'Find lines',
      text: `**Logs** lists the lines of all services, of the dashboard, of PostgreSQL, of jobs and of deliveries. The search takes words and
conditions, which must all fit:

| what is typed | what fits |
| --- | --- |
| \`timeout "not found"\` | the message or a field holds both |
| \`level:error,warn\` | the field is one of these |
| \`status:>=500\`, \`ms:<10\` | the field as a number |
| \`route:~rest\` | the field holds the part |
| \`code:*\` | the field is there |
| \`-source:dashboard\` | what fits is left out |

The time takes words too: \`14:05\` (and five minutes around it), \`yesterday\`, \`last 3 hours\`, \`9:00 to 9:30\`. Drag over the time line
to look closer. **Live** shows lines as they come; of a flood, the newest 500.`,
    },
    {
      title: 'Open a line',
      text: `An open line shows all its fields. Each narrows the search to its value, or leaves it out. **In this request** lists what else
happened under the same request id in all services. The address of the page is the search: **Copy link** shares it with a fixed time.`,
    },
    {
      title: 'What PostgreSQL says',
      text: `Errors, refused connections, checkpoints, sessions that wait for locks and statements that take a second or longer come from the
log of the project’s own server (engine \`cluster\`). Texts of statements are kept without what could be a secret, as in the audit log. A database that was added by URL keeps its log
to itself.`,
    },
    {
      title: 'Ask by SQL',
      text: `**Ask by SQL** runs one SELECT over the table \`logs\`, in the SQL of [DuckDB](https://duckdb.org/docs/stable/sql/introduction). It can
read nothing else, takes at most ten seconds, sees at most the newest 500,000 lines of its time, and gives at most 1,000 rows, as a table
or a chart. Of an installation of several processes it sees the lines of one, and says so.

\`\`\`sql
select fields->>'route' as route, quantile_cont((fields->>'ms')::double, 0.95) as p95_ms
from logs where fields->>'ms' is not null group by all order by p95_ms desc limit 20
\`\`\``,
    },
    {
      title: 'Reports',
      text: `**Reports** draws calls with their failures and response times, connections, transactions, cache hits, rows, locks, sizes, sign-ins,
transfers, realtime, and the processor, memory and disk of the machine over the last hour to 90 days, with the peak of each step and the
period before as a dotted line. **API calls by route** lists the routes with the most calls, which lead to their lines. Deployments and changed settings are marked. A chart is read with the arrow
keys or as a table, and saved as PNG or CSV. A database is measured every ten minutes while it is in use.`,
    },
    {
      title: 'Send lines to another service',
      text: `**Settings → Log Drains** sends the lines of chosen sources to an HTTPS address, an OpenTelemetry collector, Loki, or an
S3-compatible store. What is not accepted is tried again until it is, or until the lines are deleted here; what waits and what was lost
is shown, and a drain that fails for a quarter of an hour is told in the inbox. **Send a test line** says at once whether a receiver takes
lines.`,
    },
    {
      title: 'Alerts',
      text: `**Settings → Log Drains → Alerts** compare the lines of a search, the number that a SELECT over the logs gives, or a figure of
the reports with a limit, and tell people once when it is too high or too low, and once when that has ended. **Alert on this** on the pages
of logs and reports begins one with what is shown there. An alert whose query can’t run says so once, and its history has the time.`,
    },
    {
      title: 'How long lines are kept',
      text: `The plan says how long: free one day, pro 7, team 28, enterprise 90. Self-hosted, the operator says it (\`--log-days\`, 7) and how much
they may take (\`--log-bytes\`, 1 GB). Lines that were dropped in a flood or by a full disk are counted in a line of the source \`log\`.`,
    },
  ],
}
