/** Hosts of source code of an organization, and the repository of a project. */
import { named } from './named.js'

/** The sentences of the pages of source code hosts. */
export const gitHostsText = {
  kinds: { github: 'GitHub', gitlab: 'GitLab' },
  organization: {
    lead: 'Services that this organization is connected to. Its projects choose from them.',
    title: 'Source code hosts',
    body: 'A host is reached with a token, which is stored encrypted and never shown again.',
    none: 'No source code host',
    noneBody: 'Connect GitHub or GitLab, so that a project can name its repository.',
    columns: {
      host: 'Host',
      login: 'Account',
      state: 'State',
      projects: 'Projects',
      checked: 'Checked',
      actions: 'Actions',
    },
    works: 'Connected',
    broken: 'Not working',
    noProjects: 'None',
    connect: 'Connect host',
    connectTitle: 'Connect a source code host',
    connectBody: 'The host is asked whom it knows the token as before it is saved.',
    kind: 'Kind',
    address: 'Address',
    addressHint:
      'Of its API: https://host/api/v3 for GitHub Enterprise Server, https://host for a GitLab of your own. Leave it empty for github.com or gitlab.com.',
    token: 'Access token',
    tokenHint:
      'It needs to read the account and its repositories: repo or Contents: read on GitHub, read_api on GitLab.',
    submit: 'Connect',
    sending: 'Asking the host…',
    connected: (address: string, login: string) => `${address} is connected as ${named(login)}`,
    check: 'Check',
    checkNamed: (address: string) => `Check ${address}`,
    checked: (address: string) => `${address} accepts the token`,
    disconnect: 'Disconnect',
    disconnectNamed: (address: string) => `Disconnect ${address}`,
    disconnectTitle: (address: string) => `Disconnect ${address}?`,
    disconnectBody: (projects: number) =>
      projects === 0
        ? 'Its token is forgotten. No project uses it.'
        : projects === 1
          ? 'Its token is forgotten, and 1 project has no repository any more.'
          : `Its token is forgotten, and ${projects} projects have no repository any more.`,
    disconnected: (address: string) => `${address} was disconnected`,
    mayNot: 'Your role does not allow changing the integrations of the organization',
  },
  project: {
    lead: 'The repository of this project’s source code. Branches of the project will follow its branches.',
    title: 'Repository',
    none: 'No repository',
    noneBody: 'Choose the repository and the branch that this project belongs to.',
    noHosts: 'No source code host',
    noHostsBody: 'The organization is connected to none. An administrator connects one.',
    toHosts: 'Integrations of the organization',
    host: 'Host',
    hostOption: (kind: string, login: string, address: string) => `${kind} · ${login} · ${address}`,
    repository: 'Repository',
    repositoryHint: 'Written as owner/name. Those that changed last are suggested.',
    branch: 'Branch',
    branchHint: 'Leave it empty for the one that the repository begins with.',
    since: 'Since',
    choose: 'Choose repository',
    change: 'Change',
    chooseTitle: 'Choose the repository',
    submit: 'Save',
    sending: 'Asking the host…',
    chosen: (repository: string, branch: string) =>
      `${repository} (${branch}) is the repository of this project`,
    remove: 'Disconnect',
    removeTitle: (repository: string) => `Disconnect ${repository}?`,
    removeBody: 'The project has no repository then. Nothing changes at the host.',
    removed: (repository: string) => `${repository} was disconnected`,
    private: 'private',
    mayNot: 'Your role does not allow changing the settings of the project',
  },
}
