/** The people of the fake platform, and the one browser that talks to it. */
import type { AccessToken, Permission, Profile, Session, SignInState, TotpFactor } from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal } from './fake-route.js'

/** One account of the fake platform, with the secrets that only a test may see. */
export interface FakePerson {
  profile: Profile
  password: string
  permissions: Permission[]
  factors: (TotpFactor & { secret: string })[]
  recoveryCodes: string[]
  sessions: Session[]
  tokens: (AccessToken & { token: string })[]
  /** Its address is not proved. */
  isUnproved?: boolean
  /** It can't sign in. */
  isDisabled?: boolean
}

/** The accounts and sessions of the fake platform. A test reads and changes them directly. */
export interface FakeAccounts {
  /**
   * Whether sign-in is required; otherwise every caller is the local profile. `/api/runtime-config` has the same
   * value.
   */
  required: boolean
  people: FakePerson[]
  /** The caller: the signed-in person, the local profile, or undefined. */
  current: FakePerson | undefined
  /** The password was right; the second factor is missing. */
  waiting: FakePerson | undefined
  readonly state: SignInState
  /** Of the caller. */
  readonly profile: Profile
  /** What the caller may do; grows with the organizations that the caller makes. */
  readonly permissions: Permission[]
  /** Given where the platform was started. */
  setupCode: string
  /** Whether mail can be sent. */
  mail: boolean
  /** Mailed password links: token → person. */
  resets: Map<string, FakePerson>
  /** Mailed confirmations of another address: token → whose, and which mailbox it went to. */
  emailTokens: Map<string, { person: FakePerson; mailbox: 'old' | 'new' }>
  /** Consecutive failures by subject. */
  failures: Map<string, number>
  /** What an authenticator app shows now; a code works once. */
  code(factor: { secret: string }): string
  /** Thirty seconds pass: authenticator apps show another code. */
  nextCode(): void
  /** Adds a person with an account. */
  addPerson(given: { email: string; password: string; name?: string }): FakePerson
  /** Requires accounts and signs everyone out. */
  requireAccounts(): void
  /** A session begins in this browser. */
  begin(person: FakePerson): SignInState
  /** Ends the sessions for which `ends` is true. The browser is signed out if its session ends. */
  end(person: FakePerson, ends: (session: Session) => boolean): void
  /** Ends all credentials besides the password. */
  endAll(person: FakePerson, staysOn?: (session: Session) => boolean): void
  /** True when the code fits an app of the person and was not taken yet. */
  take(factor: { secret: string }, code: string): boolean
}

/** By default the platform has no accounts. */
export function createFakeAccounts(): FakeAccounts {
  let step = 1
  const used = new Set<string>()
  const local = newPerson(null, '', 'Local user')
  local.permissions.push({ actions: ['%'], resources: ['%'], organization_slug: 'default' })

  const fake: FakeAccounts = {
    required: false,
    people: [local],
    current: local,
    waiting: undefined,
    get state(): SignInState {
      if (fake.current) return signedIn(fake.current)
      if (fake.waiting)
        return { status: 'second-factor-needed', email: fake.waiting.profile.primary_email ?? '' }
      return { status: fake.people.length === 0 ? 'setup-needed' : 'signed-out' }
    },
    get profile() {
      return (fake.current ?? local).profile
    },
    get permissions() {
      return (fake.current ?? local).permissions
    },
    setupCode: 'set-up-code',
    mail: false,
    resets: new Map(),
    emailTokens: new Map(),
    failures: new Map(),
    code: ({ secret }) => codeOf(secret, step),
    nextCode: () => void (step += 1),
    addPerson({ email, password, name = 'Ada' }) {
      const person = newPerson(email, password, name)
      fake.people.push(person)
      return person
    },
    requireAccounts() {
      fake.required = true
      fake.people = fake.people.filter((person) => person !== local)
      fake.current = undefined
    },
    begin(person) {
      for (const session of person.sessions) session.is_current = false
      person.sessions.unshift(newSession())
      fake.current = person
      fake.waiting = undefined
      return fake.state
    },
    end(person, ends) {
      const isOut = person.sessions.some((session) => session.is_current && ends(session))
      person.sessions = person.sessions.filter((session) => !ends(session))
      if (isOut && fake.current === person) fake.current = undefined
    },
    endAll(person, staysOn = () => false) {
      fake.end(person, (session) => !staysOn(session))
      person.tokens = []
      person.factors = person.factors.filter(({ verified }) => verified)
      for (const [token, owner] of fake.resets) if (owner === person) fake.resets.delete(token)
    },
    take(factor, code) {
      const key = `${factor.secret} ${code}`
      if (code !== fake.code(factor) || used.has(key)) return false
      used.add(key)
      return true
    },
  }
  return fake
}

function signedIn({ profile: { id, primary_email: email } }: FakePerson): SignInState {
  return { status: 'signed-in', ...(email === null ? {} : { person: { id, email } }) }
}

/** The person with an email address. */
export function personOf({ people }: FakeAccounts, email: string): FakePerson | undefined {
  return people.find(({ profile }) => profile.primary_email?.toLowerCase() === email.toLowerCase())
}

const FREE_FAILURES = 5
const FIRST_WAIT_SECONDS = 5

/** Slows down guessing; `attempt` returns whether the guess was right. */
export function guarded({ failures }: FakeAccounts, subject: string, attempt: () => void): void {
  const failed = failures.get(subject) ?? 0
  if (failed >= FREE_FAILURES) {
    throw new FakeRefusal(429, 'too_many_attempts', 'Too many attempts; wait a while and try again', {
      retryAfterSeconds: FIRST_WAIT_SECONDS * 2 ** (failed - FREE_FAILURES),
    })
  }
  failures.set(subject, failed + 1)
  attempt()
  failures.delete(subject)
}

const START = '2026-01-01T00:00:00.000Z'

function newPerson(email: string | null, password: string, name: string): FakePerson {
  return {
    profile: {
      id: newId(),
      username: email ?? 'local',
      first_name: name,
      primary_email: email,
      is_mfa_enabled: false,
      can_create_organizations: true,
      is_administrator: false,
      inserted_at: START,
    },
    password,
    permissions: [],
    factors: [],
    recoveryCodes: [],
    sessions: [],
    tokens: [],
  }
}

function newSession(): Session {
  return {
    id: newId(),
    is_current: true,
    user_agent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
    ip: '127.0.0.1',
    inserted_at: START,
    last_seen_at: START,
    expires_at: '2026-01-31T00:00:00.000Z',
  }
}

/** Six digits that depend on the secret and the time, as an authenticator's do. */
function codeOf(secret: string, step: number): string {
  let digits = step
  for (const character of secret) digits = (digits * 31 + character.charCodeAt(0)) % 1_000_000
  return String(digits).padStart(6, '0')
}
