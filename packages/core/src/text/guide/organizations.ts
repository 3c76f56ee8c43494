import type { GuidePage } from './guide-page.js'

export const organizationsGuide: GuidePage = {
  key: 'organizations',
  title: 'Organizations and members',
  lead: 'Who works together, and who may do what.',
  needsAccounts: true,
  sections: [
    {
      title: 'Roles',
      text: `| role | may |
|---|---|
| Owner | everything, also billing, and deleting the organization |
| Administrator | projects, members and settings; not billing, and not the organization itself |
| Developer | work in the projects: data, users, files, keys |
| Read-only | look at everything but secrets; its SQL runs read-only |`,
    },
    {
      title: 'Invite a member',
      text: `On the **Team** page, one address or a pasted list of up to a hundred. An invitation is a link: it is mailed where the platform has a mail server, and can be copied in any
case. It expires after a week, and when the person who made it loses the right to invite.`,
    },
    {
      title: 'Two-factor authentication',
      text: `Each person sets it up under **Account › Security**, with an authenticator app. An organization can require it on its
**Security** page: then it is closed to members without one, and shows them where to set it up.`,
    },
    {
      title: 'Audit log',
      text: `Every change of an organization and its projects is recorded with who made it, when and from where. Owners and
administrators read it under **Organization settings › Audit log**.`,
    },
  ],
}
