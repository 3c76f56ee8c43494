import type { GuidePage } from './guide-page.js'

export const dataApiGuide: GuidePage = {
  key: 'data-api',
  title: 'The data API',
  lead: 'Tables, views and functions over HTTP, as far as grants and row-level security allow.',
  sections: [
    {
      title: 'Turning it on',
      text: `**Settings → Data API** says whether it is on, and at which address. New projects start with it on; a database that was
added by its URL starts with it off. **Turn on…** first lists each table, view and function that the roles *anon* and
*authenticated* could then read, change or call, those that nothing protects first: a table without row-level security, a view
that reads with the rights of its owner, a security-definer function, a materialized view. **Enable RLS** beside a table closes its
rows until a policy opens them.`,
    },
    {
      title: 'Who sees what',
      text: `A request acts as one of three roles: *anon* with the publishable key, *authenticated* with the token of a user who signed
in, *service_role* with a secret key. PostgreSQL decides: the role needs a grant, and policies decide which rows it sees. A
secret key bypasses row-level security, so keep it on a server.`,
    },
    {
      title: 'Exposed schemas and limits',
      text: `Only exposed schemas are reached; the first is used where a call names none. In the same form are the longest answer, the
seconds that a request of each role may take, the largest body, and how many requests a minute *anon* may send. They hold within
a second. If another person saves other values meanwhile, yours are kept, and you choose.`,
    },
    {
      title: 'Calls of your own tables',
      text: `**API**, in the menu of the project, lists what a role reaches, with the columns and their types. Each has calls to copy in
JavaScript, curl, Python and SQL. **Try it** sends a read from the page, and shows the answer as it came.`,
    },
    {
      title: 'A database that was added by its URL',
      text: `The services sign in to it as a role of their own. Until there is one, every request is refused: run the SQL of **Prepare
this database**, under **Settings › General**, once as the user of the URL.`,
    },
  ],
}
