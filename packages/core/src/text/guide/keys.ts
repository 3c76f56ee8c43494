import type { GuidePage } from './guide-page.js'

export const keysGuide: GuidePage = {
  key: 'keys',
  title: 'Keys and tokens',
  lead: 'How programs authenticate.',
  sections: [
    {
      title: 'API keys of a project',
      text: `Under **Settings › API keys**. A *publishable* key is safe in a browser: row-level security decides what it sees. A
*secret* key bypasses row-level security: keep it on a server. It is shown once, when it is created, and only its hash is
stored. **Last used** is known to the minute. To replace a key, **Rotate** it: a new key takes its name, and the old one
works on for as long as you choose.`,
    },
    {
      title: 'Access tokens of a person',
      text: `Under **Account › Access tokens**. A token lets a script call the platform as you, with the rights you give it and until the
day you choose:

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" https://your-basedeck/platform/projects
\`\`\``,
    },
    {
      title: 'When a key leaks',
      text: `Delete it on the page where it was created: it stops working at once. Changing your password ends your sessions and tokens.`,
    },
  ],
}
