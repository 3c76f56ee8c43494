import type { GuidePage } from './guide-page.js'

export const realtimeGuide: GuidePage = {
  key: 'realtime',
  title: 'Realtime',
  lead: 'Messages between the clients of an application, and who is there, over one connection.',
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

A channel that asks for changes of tables is told that they are not sent yet, and private channels are refused: nobody hears what no
policy allows.`,
    },
    {
      title: 'The inspector',
      text: `**Realtime → Inspector** joins a channel as a role or as a user of the project. Its messages are listed as they come, can be
paused, searched and opened, and a broadcast is sent from there. **Settings** turns realtime off, allows private channels only, and
sets the limits of the project.`,
    },
  ],
}
