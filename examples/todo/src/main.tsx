/** Shows the tasks of who is signed in, or the way to sign in. */
import type { Session } from '@supabase/supabase-js'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { project } from './client.js'
import { SignIn } from './sign-in.js'
import { Tasks } from './tasks.js'

function Page() {
  const [session, setSession] = useState<Session | null>()
  useEffect(() => {
    const { data } = project.auth.onAuthStateChange((_event, found) => setSession(found))
    return () => data.subscription.unsubscribe()
  }, [])
  if (session === undefined) return <p>Loading…</p>
  return session === null ? <SignIn /> : <Tasks key={session.user.id} user={session.user} />
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
