import type { GuidePage } from './guide-page.js'

export const authGuide: GuidePage = {
  key: 'auth',
  title: 'Signing users in',
  lead: 'Your application’s users sign up and sign in at the project’s own address.',
  sections: [
    {
      title: 'Turning it on',
      text: `**Authentication › Sign In / Providers** says whether the service is on and whether new users may sign up. New projects
start with both on. The service answers at \`/auth/v1\` of the project’s address. Client libraries that speak the auth API of the
Supabase family need that address and the publishable key.`,
    },
    {
      title: 'The first user, in a minute',
      text: `Sign up from your application with an address and a password. Without a mail server, the mail is kept for a day and shown under
**Authentication › Emails**: open it there and follow its link. The user is confirmed and comes back to the site address of
**URL Configuration**, signed in.

\`\`\`sh
curl https://your-basedeck/your-project/auth/v1/signup \\
  -H "apikey: $PUBLISHABLE_KEY" -H "content-type: application/json" \\
  -d '{"email": "ada@example.org", "password": "correct horse 1"}'
\`\`\``,
    },
    {
      title: 'Rows of one’s own',
      text: `A request with the token of a user acts as the role *authenticated*. A policy compares \`auth.uid()\` with a column:

\`\`\`sql
create table todos (id bigint generated always as identity, owner uuid default auth.uid(), task text);
alter table todos enable row level security;
create policy "own rows" on todos to authenticated
  using (owner = auth.uid()) with check (owner = auth.uid());
\`\`\``,
    },
    {
      title: 'Where links lead',
      text: `A link leads to the site address, or to the address that the application asks for, if **URL Configuration** allows it: the site
itself, an exact address, or a pattern. \`*\` stands for anything but dots and slashes, \`**\` for anything. What is not allowed
leads to the site.`,
    },
    {
      title: 'Sessions',
      text: `An access token is valid for an hour, unless the settings say otherwise, and is renewed with a refresh token that works once.
A used one is answered with its successor for ten seconds, for two tabs at once; later its use ends the session. A new password, a
ban and a deletion end the sessions that there were. Access tokens that were given out stay valid at the other services until they
run out.`,
    },
    {
      title: 'Moving users here',
      text: `Create them with a secret key at \`POST /auth/v1/admin/users\`, with \`password_hash\`: hashes of bcrypt and argon2 are taken
over, so nobody needs a new password. New hashes are argon2id.`,
    },
    {
      title: 'A database that was added by its URL',
      text: `Prepare it once more under **Settings › General**. Where another service keeps its users in schema *auth*, nothing is changed
and this service stays off.`,
    },
  ],
}
