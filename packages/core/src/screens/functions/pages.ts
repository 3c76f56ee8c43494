/** The pages of the edge functions. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { page } from '../page.js'

const { labels } = sideMenuText

export const functionsPages = {
  edgeFunctions: page({
    path: '/project/{ref}/functions',
    permission: 'functions',
    title: pageTitles.edgeFunctions,
    needsDatabase: 'partly',
    menus: [
      {
        menu: 'project',
        group: 'products',
        order: 40,
        icon: 'functions',
        label: menuText.project.functions,
        whileComingUp: 'overview',
      },
      { menu: 'functions', group: 'functions', order: 10, label: labels.functions },
    ],
    load: async () => (await import('./function-list.js')).createFunctionList,
  }),
  newFunction: page({
    path: '/project/{ref}/functions/new',
    permission: 'functions',
    title: pageTitles.newFunction,
    needsDatabase: 'partly',
    load: async () => (await import('./new-function.js')).createNewFunction,
  }),
  edgeFunction: page({
    path: '/project/{ref}/functions/{function}',
    permission: 'functions',
    title: pageTitles.edgeFunction,
    needsDatabase: 'partly',
    load: async () => (await import('./function-page.js')).createFunctionPage,
  }),
  functionSecrets: page({
    path: '/project/{ref}/functions/secrets',
    permission: 'functions',
    title: pageTitles.functionSecrets,
    needsDatabase: true,
    menus: [
      { menu: 'functions', group: 'functions', order: 20, label: labels.secrets },
      {
        menu: 'settings',
        group: 'configuration',
        order: 40,
        label: labels.edgeFunctions,
        flag: 'functionsEnabled',
      },
    ],
    load: async () => (await import('./function-secrets.js')).createFunctionSecrets,
  }),
}
