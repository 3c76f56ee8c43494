/** Finds the user of a link or a code. Whatever is wrong with one, the answer is the same. */
import type { AuthCall } from './auth-call.js'
import { AuthError } from './auth-error.js'
import { countStatement, requireWithin, type CallLimit } from './call-limits.js'
import { callerLimit, countedRead } from './mailed-link.js'
import { codeHash, isForPhone, ONE_TIME, type OneTimeKind } from './one-time-token.js'
import { USER_COLUMNS, userIn, userStatement, type AuthUser } from './user-rows.js'

/** What a link or a code is for, as the caller says it. */
export const VERIFY_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email',
  'email_change',
  'sms',
  'phone_change',
] as const
export type VerifyType = (typeof VERIFY_TYPES)[number]

export interface FoundToken {
  user: AuthUser
  kind: OneTimeKind
}

const KINDS: Readonly<Record<VerifyType, readonly OneTimeKind[]>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery', 'confirmation'],
  recovery: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_new', 'email_change_current'],
  sms: ['sms'],
  phone_change: ['phone_change'],
}

/** Wrong codes after which a code counts no more. */
const MOST_TRIES = 10

const limitOf = (call: AuthCall): CallLimit => callerLimit(call, 'verify', call.settings.rate_limit_verify)

/** Seconds since a token was made. */
const AGE = `extract(epoch from now() - (t.created_at at time zone 'utc'))`

/** @throws AuthError otp_expired, over_request_rate_limit */
export async function findLink(call: AuthCall, type: VerifyType, link: string): Promise<FoundToken> {
  const hash = call.texts.hash('link', link)
  const kinds = KINDS[type]
  const results = await countedRead(
    call,
    [limitOf(call)],
    kinds.map((kind) => {
      const { column, type: tokenType } = ONE_TIME[kind]
      return {
        query: `select ${USER_COLUMNS} from auth.users u join auth.one_time_tokens t
            on t.user_id = u.id and t.token_type = '${tokenType}' and ${AGE} <= $2::int
          where u.${column} = $1 and u.deleted_at is null`,
        parameters: [hash, String(call.settings.mailer_otp_exp)],
      }
    }),
  )
  const at = results.findIndex((rows) => rows.length > 0)
  const [user, kind] = [userIn(results[at]), kinds[at]]
  if (!user || !kind) throw new AuthError('otp_expired')
  return { user, kind }
}

/** @param to the address or the number that the code was sent to @throws AuthError otp_expired, over_request_rate_limit */
export async function findCode(
  call: AuthCall,
  type: VerifyType,
  { to, code }: { to: string; code: string },
): Promise<FoundToken> {
  const { texts, settings, database } = call
  const kinds = KINDS[type]
  const validS = kinds.some(isForPhone) ? settings.sms_otp_exp : settings.mailer_otp_exp
  const names = kinds.map((kind) => ONE_TIME[kind].type)
  const [tokens = []] = await countedRead(
    call,
    [limitOf(call)],
    [
      {
        query: `select t.id::text as id, t.user_id::text as user_id, t.token_type::text as type, t.token_hash as hash
        from auth.one_time_tokens t join auth.users u on u.id = t.user_id and u.deleted_at is null
        where lower(t.relates_to) = $1 and t.token_type::text = any($2::text[]) and ${AGE} <= $3::int`,
        parameters: [to, `{${names.join(',')}}`, String(validS)],
      },
    ],
  )
  const tries = tokens.map(({ id }) => ({
    subject: `tries ${id}`,
    most: MOST_TRIES,
    periodS: validS,
  }))
  const counted = await database.transact(tries.map((limit) => countStatement(texts, limit)))
  for (const { type: tokenType, user_id: userId, hash } of tokens.filter((_, at) =>
    isWithin(counted[at], tries[at]),
  )) {
    const kind = kinds.find((one) => ONE_TIME[one].type === tokenType)
    if (!kind || !userId || codeHash(texts, { userId, kind, code }) !== hash) continue
    const user = userIn((await database.transact([userStatement('u.id = $1', [userId])])).at(-1))
    if (user) return { user, kind }
  }
  throw new AuthError('otp_expired')
}

function isWithin(rows: Parameters<typeof requireWithin>[0], limit: CallLimit | undefined): boolean {
  try {
    if (limit) requireWithin(rows, limit)
    return limit !== undefined
  } catch {
    return false
  }
}
