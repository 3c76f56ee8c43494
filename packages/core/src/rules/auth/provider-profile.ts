/**
 * What a provider said of an account, as the identity of a user: its id there, its address and whether that is verified, and the
 * data that applications read. Only known members are kept, and none that is long: they are part of each access token.
 * @rule auth.provider-profile  @spec §2
 */
import type { AuthProvider } from '@basedeck/platform-client/contract'

/** An account at a provider. */
export interface ProviderProfile {
  /** Its id there. */
  id: string
  email: string | undefined
  /** The provider says that the address belongs to this account. */
  isEmailVerified: boolean
  /** `identity_data` of the user, in the names of the family. */
  data: Record<string, unknown>
}

/** What was answered: claims of an ID token or of userinfo, or the provider's own API. */
export interface ProviderAnswers {
  /** Objects by name; later ones do not replace earlier ones. */
  claims: Readonly<Record<string, unknown>>
  /** GitHub's list of addresses. */
  emails?: unknown
  /** `iss` of the identity. */
  issuer: string
  /** Microsoft: tokens of one tenant alone are taken, so that its administrator answers for its addresses. */
  isOneTenant?: boolean
}

type Claims = Readonly<Record<string, unknown>>
type Read = (claims: Claims, answers: ProviderAnswers) => Omit<ProviderProfile, 'data'> & { data: Claims }

const MOST_CHARACTERS = 1000

/** Undefined: the provider told no id. */
export function providerProfile(
  provider: AuthProvider,
  answers: ProviderAnswers,
): ProviderProfile | undefined {
  const { id, email, isEmailVerified, data } = (READERS[provider] ?? openId)(answers.claims, answers)
  if (id === '' || id.length > MOST_CHARACTERS) return undefined
  const address = email?.trim().toLowerCase()
  const isAddress =
    address !== undefined && address.length <= 255 && /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)
  const known = Object.entries(data).filter(
    ([, value]) => typeof value === 'string' && value !== '' && value.length <= MOST_CHARACTERS,
  )
  return {
    id,
    email: isAddress ? address : undefined,
    isEmailVerified: isAddress && isEmailVerified,
    data: {
      ...Object.fromEntries(known),
      iss: answers.issuer,
      sub: id,
      provider_id: id,
      ...(isAddress && { email: address }),
      email_verified: isAddress && isEmailVerified,
      phone_verified: false,
    },
  }
}

const openId: Read = (claims) => ({
  id: textOf(claims['sub']),
  email: optional(claims['email']),
  isEmailVerified: isTrue(claims['email_verified']),
  data: namesOf(claims),
})

const READERS: Partial<Record<AuthProvider, Read>> = {
  // `email` is what a tenant's administrator typed, unless the tenant owns its domain.
  azure: (claims, { isOneTenant }) => ({
    ...openId(claims, { claims, issuer: '' }),
    isEmailVerified: isOneTenant === true || isTrue(claims['xms_edov']),
  }),
  discord: (claims) => ({
    id: textOf(claims['id']),
    email: optional(claims['email']),
    isEmailVerified: isTrue(claims['verified']),
    data: {
      name: claims['username'],
      full_name: claims['global_name'] ?? claims['username'],
      ...picture(discordPicture(claims)),
    },
  }),
  // It tells an address only after its owner confirmed it.
  facebook: (claims) => ({
    id: textOf(claims['id'] ?? claims['sub']),
    email: optional(claims['email']),
    isEmailVerified: true,
    data: { ...namesOf(claims), ...picture(inside(claims['picture'], 'data', 'url') ?? claims['picture']) },
  }),
  github: (claims, { emails }) => {
    const list: readonly unknown[] = Array.isArray(emails) ? emails : []
    const primary = list.find((one) => inside(one, 'primary') === true)
    return {
      id: textOf(claims['id']),
      email: optional(inside(primary, 'email')),
      isEmailVerified: inside(primary, 'verified') === true,
      data: {
        ...namesOf(claims),
        full_name: claims['name'] ?? claims['login'],
        user_name: claims['login'],
        preferred_username: claims['login'],
        ...picture(claims['avatar_url']),
      },
    }
  },
  x: (claims) => {
    const user = (inside(claims, 'data') ?? {}) as Claims
    return {
      id: textOf(user['id']),
      email: optional(user['confirmed_email']),
      isEmailVerified: true,
      data: {
        name: user['name'],
        full_name: user['name'],
        user_name: user['username'],
        preferred_username: user['username'],
        ...picture(user['profile_image_url']),
      },
    }
  },
}

function namesOf(claims: Claims): Claims {
  return {
    name: claims['name'],
    full_name: claims['name'],
    given_name: claims['given_name'] ?? claims['first_name'],
    family_name: claims['family_name'] ?? claims['last_name'],
    preferred_username: claims['preferred_username'],
    locale: claims['locale'],
    ...picture(claims['picture']),
  }
}

/** Addresses of HTTPS alone: an application puts it into a page. */
function picture(address: unknown): Claims {
  const isFine = typeof address === 'string' && /^https:\/\//i.test(address)
  return isFine ? { avatar_url: address, picture: address } : {}
}

function discordPicture({ id, avatar }: Claims): string | undefined {
  return typeof avatar === 'string' && avatar !== ''
    ? `https://cdn.discordapp.com/avatars/${textOf(id)}/${avatar}.png`
    : undefined
}

/** Ids are texts or whole numbers. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Number.isSafeInteger(value) ? String(value) : ''
}

function optional(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Apple and Microsoft send texts and numbers too. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === '1' || value === 1
}

function inside(value: unknown, ...names: string[]): unknown {
  let found = value
  for (const name of names) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Claims)[name]
  }
  return found
}
