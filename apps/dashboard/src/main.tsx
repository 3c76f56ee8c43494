import '@basedeck/ui-react/theme.css'
import { createDeck } from '@basedeck/core'
import { App } from '@basedeck/ui-react'
import { createRoot } from 'react-dom/client'
import { createBrowserHost } from './environment.js'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(<App deck={createDeck(createBrowserHost(), { baseUrl: '' })} />)
