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
      title: 'Keys that sign tokens',
      text: `Under **Settings › JWT keys**. The *current* key signs the tokens of users. Make a *standby* key some time before you
rotate to it: it is published at once, and programs that keep the public keys learn it. A *previous* key verifies its tokens
until you revoke it; then they are refused at once.

Programs that verify tokens themselves read the public keys, without a key:

\`\`\`sh
curl https://your-basedeck/your-project/auth/v1/.well-known/jwks.json
\`\`\`

How a token is verified is decided by the key that its \`kid\` names. A token without a \`kid\` can only be one of HS256. Clocks
may differ by 30 seconds. The role of a token is \`anon\`, \`authenticated\`, \`service_role\`, or one that you granted:

\`\`\`sql
create role editor nologin;
grant editor to authenticator;
\`\`\``,
    },
    {
      title: 'Keys and secrets from elsewhere',
      text: `**Import key** takes a private key as PEM or JWK, or a secret of HS256, so that tokens which were signed elsewhere are valid
here too. Whoever has a secret of HS256 can sign tokens of every role, \`service_role\` included: prefer ES256.

The first secret of a project signed the legacy keys \`anon\` and \`service_role\`. It is listed as *Legacy JWT secret*. Revoke it
when no program uses these keys any more; addresses of files from an older Basedeck end with it.`,
    },
    {
      title: 'Another sign-in service',
      text: `Under **Settings › JWT keys › Sign-in services**. Its tokens are accepted when their \`iss\` is the issuer, their \`kid\` is among
its public keys (ES256 or RS256), their \`aud\` has the audience that you gave, and they name a \`role\`. The role \`service_role\`
is never accepted from it. An address in a private network is refused until an administrator allows it with
\`--allow-outgoing-hosts\`.`,
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
      text: `Delete it on the page where it was created: it stops working at once. For a signing key, make a standby key, rotate to it,
and revoke the former one. Changing your password ends your sessions and tokens.`,
    },
  ],
}
