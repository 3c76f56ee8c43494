/** Words that only clients of the family know: codes of refusals with their statuses, and headers. SERVICES §2.3. */

/** Each refusal with the status and the sentence that it has unless the flow says more. */
export const AUTH_ERRORS = {
  unexpected_failure: [500, 'Something went wrong. Try again'],
  validation_failed: [400, 'The request is not valid'],
  bad_json: [400, 'Could not parse request body as JSON'],
  request_entity_too_large: [413, 'The request body is larger than 1 MB'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  bad_jwt: [403, 'Invalid token: it could not be verified, or has expired'],
  not_admin: [403, 'User not allowed'],
  not_found: [404, 'There is no such endpoint'],
  user_not_found: [404, 'User not found'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  flow_state_not_found: [404, 'Invalid flow state, no valid flow state found'],
  flow_state_expired: [422, 'Invalid flow state, flow state has expired'],
  bad_code_verifier: [400, 'Code challenge does not match previously saved code verifier'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  user_banned: [400, 'User is banned'],
  user_already_exists: [422, 'User already registered'],
  email_exists: [422, 'A user with this email address has already been registered'],
  phone_exists: [422, 'A user with this phone number has already been registered'],
  email_address_invalid: [400, 'Unable to validate email address: invalid format'],
  email_address_not_authorized: [400, 'Mails to this address are not allowed'],
  email_provider_disabled: [422, 'Email logins are disabled'],
  phone_provider_disabled: [422, 'Phone logins are disabled'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  provider_disabled: [400, 'Unsupported provider: provider is not enabled'],
  oauth_provider_not_supported: [400, 'Unsupported provider'],
  bad_oauth_state: [400, 'OAuth state parameter is invalid'],
  bad_oauth_callback: [400, 'OAuth callback with missing authorization code'],
  provider_email_needs_verification: [
    422,
    'The provider has not verified this email address. Verify it there, or confirm it by the link that was mailed',
  ],
  invite_not_found: [404, 'The invitation is not valid, or is for another email address'],
  email_address_not_provided: [400, 'The provider told no email address'],
  unexpected_audience: [400, 'Unacceptable audience in id_token'],
  identity_already_exists: [422, 'Identity is already linked to another user'],
  otp_disabled: [422, 'Signups not allowed for otp'],
  otp_expired: [403, 'Token has expired or is invalid'],
  email_not_confirmed: [400, 'Email not confirmed'],
  phone_not_confirmed: [400, 'Phone not confirmed'],
  invalid_credentials: [400, 'Invalid login credentials'],
  weak_password: [422, 'Password is too weak'],
  same_password: [422, 'New password should be different from the old password.'],
  current_password_required: [400, 'Current password required when setting new password.'],
  current_password_invalid: [400, 'Current password is not valid.'],
  reauthentication_needed: [400, 'Password update requires reauthentication'],
  reauthentication_not_valid: [422, 'The nonce has expired or is invalid'],
  sms_send_failed: [422, 'No text message can be sent to this number'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_email_send_rate_limit: [429, 'email rate limit exceeded'],
  over_sms_send_rate_limit: [429, 'sms rate limit exceeded'],
  captcha_failed: [400, 'captcha protection: request disallowed'],
  manual_linking_disabled: [404, 'Manual linking is disabled'],
  identity_not_found: [404, 'Identity not found'],
  single_identity_not_deletable: [422, 'User must have at least 1 identity after unlinking'],
  email_conflict_identity_not_deletable: [422, 'Email of another identity is used by another account'],
  insufficient_aal: [403, 'AAL2 session is required'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_factor_name_conflict: [422, 'A factor with this friendly name already exists'],
  mfa_verified_factor_exists: [422, 'A verified factor of this kind exists already'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of enrolled factors reached, unenroll to continue'],
  mfa_challenge_expired: [
    422,
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ],
  mfa_ip_address_mismatch: [422, 'Challenge and verify IP addresses mismatch.'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  mfa_verification_rejected: [403, 'Further MFA verification attempts will be rejected.'],
  hook_timeout: [422, 'A hook took too long'],
  hook_payload_over_size_limit: [422, 'The answer of a hook is too large'],
  mfa_totp_enroll_not_enabled: [422, 'MFA enroll is disabled for TOTP'],
  mfa_totp_verify_not_enabled: [422, 'MFA verification is disabled for TOTP'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_phone_verify_not_enabled: [422, 'MFA verification is disabled for Phone'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  mfa_webauthn_verify_not_enabled: [422, 'MFA verification is disabled for WebAuthn'],
  saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
  sso_provider_disabled: [404, 'Single sign-on is disabled'],
  web3_provider_disabled: [422, 'Web3 provider is disabled'],
  passkey_disabled: [404, 'Passkeys are disabled'],
  too_many_passkeys: [422, 'Maximum number of passkeys reached, delete one to continue'],
  webauthn_credential_not_found: [404, 'This security key or passkey is not known'],
  webauthn_challenge_not_found: [404, 'Challenge not found, or used before'],
  webauthn_challenge_expired: [422, 'Challenge has expired, begin again'],
  webauthn_verification_failed: [422, 'The answer of the security key or passkey could not be verified'],
  webauthn_credential_exists: [422, 'This security key or passkey is registered already'],
  feature_disabled: [404, 'This feature is disabled'],
  conflict: [409, 'The user was changed by another request. Try again'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type AuthErrorCode = keyof typeof AUTH_ERRORS

export const ERROR_CODE_HEADER = 'x-sb-error-code'
export const VERSION_HEADER = 'x-supabase-api-version'
/** From this version on a refusal is `{code, message}`. */
export const NAMED_ERRORS_VERSION = '2024-01-01'

/** Headers of answers that pages of other origins may read. */
export const EXPOSED_HEADERS: readonly string[] = [
  'X-Total-Count',
  'Link',
  'X-Supabase-Api-Version',
  'x-sb-error-code',
  'Retry-After',
  'X-Request-Id',
]

/** Tokens of links that end in a code instead of a session begin so. */
export const CODE_LINK = 'pkce_'

/** Providers that `GET /settings` lists, apart from e-mail, phone and anonymous users. */
export const PROVIDERS = [
  'apple azure bitbucket discord facebook figma fly github gitlab google keycloak kakao linkedin linkedin_oidc notion',
  'snapchat spotify slack slack_oidc workos twitch twitter x zoom',
]
  .join(' ')
  .split(' ')
