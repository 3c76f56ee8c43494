/**
 * Whether the links into an organization are open: one that requires a second factor is closed to members without it.
 * @rule organizations.links  @spec §2, §6
 */
import type { Organization, Profile } from '@basedeck/platform-client/contract'

/** Whether the links into an organization are open. */
export type OrganizationLinks = { disabled: false } | { disabled: true; reason: 'mfa-required' }

/** Until the profile is known nothing is disabled: the platform refuses anyway. */
export function organizationLinks(
  organization: Pick<Organization, 'organization_requires_mfa'> | undefined,
  profile: Pick<Profile, 'is_mfa_enabled'> | undefined,
): OrganizationLinks {
  return organization?.organization_requires_mfa === true && profile?.is_mfa_enabled === false
    ? { disabled: true, reason: 'mfa-required' }
    : { disabled: false }
}
