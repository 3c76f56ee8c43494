/** Sign-up by a link that comes by mail, and sign-in by password. */
import { useState, type FormEvent } from 'react'
import { project } from './client.js'

export function SignIn() {
  const [message, setMessage] = useState('')

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const given = { email: String(form.get('email')), password: String(form.get('password')) }
    if (form.get('way') === 'sign-in') {
      const { error } = await project.auth.signInWithPassword(given)
      setMessage(error?.message ?? '')
    } else {
      const { error } = await project.auth.signUp({
        ...given,
        options: { emailRedirectTo: location.origin },
      })
      setMessage(error?.message ?? `Open the link that was sent to ${given.email}.`)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>Tasks</h1>
      <p>
        <label>
          Email <input name="email" type="email" required autoComplete="email" />
        </label>
      </p>
      <p>
        <label>
          Password <input name="password" type="password" required autoComplete="current-password" />
        </label>
      </p>
      <button name="way" value="sign-in">
        Sign in
      </button>{' '}
      <button name="way" value="sign-up">
        Sign up
      </button>
      <p role="status">{message}</p>
    </form>
  )
}
