import type { GuidePage } from './guide-page.js'

export const functionsGuide: GuidePage = {
  key: 'functions',
  title: 'Edge functions',
  lead: 'Programs in TypeScript that run beside the database and answer calls at an address of the project.',
  sections: [
    {
      title: 'A function',
      text: `**Edge Functions → New function** begins with a template. **Deploy** fetches what the code imports, checks its types and
serves it at \`/functions/v1/<name>\`; a deploy that is refused shows the line, and the version before it goes on answering.
**Versions** compares an earlier one with what is served and goes back to it. **Try it** calls the function as a role or a user of
the project. What is typed stays in the window until it is deployed.

\`\`\`ts
Deno.serve(async (request) => {
  const { name } = await request.json()
  return Response.json({ message: \`Hello, \${name}\` })
})
\`\`\`

A call needs a key or a token of the project, unless the function’s **Settings** say that it is open to all.`,
    },
    {
      title: 'Secrets',
      text: `**Secrets** takes the text of a \`.env\` file; a function reads a value with \`Deno.env.get('NAME')\`. They are kept in the
project’s vault and not shown again. Names that begin with \`SUPABASE_\` are set by the platform: the project’s address and keys that
end with the function’s process.`,
    },
    {
      title: 'What a function may do',
      text: `Each version runs in a process of its own. It reads its own files and no others, starts no programs, and reaches the network
by HTTP and HTTPS only, at public addresses and at its own project, and by PostgreSQL’s protocol at its own database. Memory, processor time and the time of a call have limits; a call
that passes one is answered with the status 546 or 504. The list of functions tells which of these walls are weaker on this machine.`,
    },
    {
      title: 'The database',
      text: `\`SUPABASE_DB_URL\` is the address of the project’s database, with a password that is made for the process and ends with it.
A function signs in as the owner, \`postgres\`: row-level security does not hold for what it does there.

\`\`\`ts
import postgres from 'npm:postgres@3'

const sql = postgres(Deno.env.get('SUPABASE_DB_URL'), { max: 2 })
Deno.serve(async () => Response.json(await sql\`select count(*) from todos\`))
\`\`\`

All functions of a project share a part of the connections that its server gives, 10 of the usual 100; a database that runs in the
platform (PGlite) takes one at a time. On a machine without the wall around the network the address is a socket: \`pg\` takes it as it
is, \`postgres\` wants its \`host\` from the address too. A database that was added by the URL of a superuser is closed to functions until
it is prepared.`,
    },
    {
      title: 'In a terminal',
      text: `On the machine of the platform:

\`\`\`sh
basedeck functions install          # fetches Deno into the data directory, once
basedeck functions deploy ./hello   # a folder with index.ts
basedeck functions serve ./hello    # and again after each change, with its log
basedeck functions list
basedeck functions logs hello --follow
\`\`\``,
    },
  ],
}
