import '@basedeck/ui-react/theme.css'
import { createDeck } from '@basedeck/core'
import { createBrowserHost } from '@basedeck/core/browser'
import { App } from '@basedeck/ui-react'
import { notify, showProgress } from '@basedeck/ui-react/notes'
import { createRoot } from 'react-dom/client'
import './import-again.js'
import { openJudge } from './judge.js'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const host = createBrowserHost({
  notifier: { notify, progress: showProgress },
  grammar: { openJudge },
  csv: {
    rows: async (...given) => (await import('./csv.js')).csvWorker.rows(...given),
    lines: async (...given) => (await import('./csv.js')).csvWorker.lines(...given),
  },
})
createRoot(root).render(<App deck={createDeck(host, { baseUrl: '' })} />)
