import type { GuidePage } from './guide-page.js'

export const realtimeGuide: GuidePage = {
  key: 'realtime',
  title: 'Realtime',
  lead: 'Messages between the clients of an application, who is there, and changes of tables, over one connection.',
  sections: [
    {
      title: 'Channels',
      text: `Clients that join a channel under the same name hear each other. **Broadcast** sends a message to all of them, by a client or
by \`POST /realtime/v1/api/broadcast\`; **presence** tells who is on the channel.

\`\`\`js
const channel = client.channel('room')
channel.on('broadcast', { event: 'message' }, ({ payload }) => show(payload)).subscribe()
await channel.send({ type: 'broadcast', event: 'message', payload: { text: 'Hello' } })
\`\`\`

Policies on \`realtime.messages\` decide who hears (SELECT) and who sends (INSERT) on a **private** channel; \`realtime.topic()\` is its
name, and \`extension\` is \`broadcast\` or \`presence\`. A message that no policy allows is dropped.

\`\`\`sql
create policy members_hear on realtime.messages for select to authenticated
  using (exists (select from members where room = realtime.topic() and person = auth.uid()));
\`\`\`

The database sends too: \`select realtime.send('{"text": "hello"}', 'greeting', 'room')\`, or \`realtime.broadcast_changes(…)\` in a trigger. What it
sends is kept for three days; a client that joins a private channel can ask for the last messages.`,
    },
    {
      title: 'Changes of tables',
      text: `Turn **Realtime** on for a table in the table editor; it enters the publication \`supabase_realtime\`. The table needs a primary key.

\`\`\`js
client
  .channel('orders')
  .on('postgres_changes', { event: '*', schema: 'public', table: 'orders', filter: 'status=eq.open' }, show)
  .subscribe()
\`\`\`

Each change is checked for each subscriber: with row-level security, an inserted or updated row is sent to those whose policies show
it at that moment, and a deleted row tells its key only. Columns that the role may not read are left out. A row of more than 1 MB
comes with its short values and an error.

A change arrives some 10 ms after its commit on a server whose log can be decoded (\`wal_level = logical\`), and within 100 ms elsewhere.
When the platform or its database server restarts, the changes of that time come to who joins again, or the channel is told that some
were missed. A client that was away itself reads the table again after it has joined. Subscribers with the same claims are checked
once; beyond 2,000 different claims the channel is warned that changes may come later.`,
    },
    {
      title: 'The inspector',
      text: `**Realtime → Inspector** joins a channel as a role or as a user of the project. Its messages are listed as they come, can be
paused, searched and opened, and a broadcast is sent from there. **Settings** turns realtime off, allows private channels only, and
sets the limits of the project.`,
    },
  ],
}
