/** The pages of the edge functions. */
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { infoPage } from '../info-pages/load-info-page.js'
import { page } from '../page.js'

const { labels } = sideMenuText

export const functionsPages = {
  edgeFunctions: page({
    path: '/project/{ref}/functions',
    title: pageTitles.edgeFunctions,
    needsDatabase: 'partly',
    menus: [{ menu: 'functions', group: 'functions', order: 10, label: labels.functions }],
    load: infoPage('edgeFunctions'),
  }),
  functionSecrets: page({
    path: '/project/{ref}/functions/secrets',
    title: pageTitles.functionSecrets,
    needsDatabase: 'partly',
    menus: [
      { menu: 'functions', group: 'functions', order: 20, label: labels.secrets },
      {
        menu: 'settings',
        group: 'configuration',
        order: 40,
        label: labels.edgeFunctions,
        shown: ({ flags, may }) => flags.functionsEnabled && may.functions,
      },
    ],
    load: infoPage('functionSecrets'),
  }),
}
