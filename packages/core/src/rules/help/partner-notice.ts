/**
 * Whether a notice says that a partner manages the resources, and which call gives the link to the partner's site.
 * @rule organizations.partner-notice  @spec §1
 */
import type { Organization } from '@basedeck/platform-client/contract'

/** The partner that manages the resources, and the call that returns the link to its site. */
export interface PartnerNotice {
  partner: 'vercel-marketplace' | 'cloud-marketplace'
  /** Null: the installation is not known, so there is no link. */
  redirect: { type: 'installation'; installationId: string } | { type: 'organization'; slug: string } | null
}

/** Null for an organization that manages itself, or that the provider manages. */
export function partnerNotice({
  managed_by,
  partner_id,
  slug,
}: Pick<Organization, 'managed_by' | 'partner_id' | 'slug'>): PartnerNotice | null {
  if (managed_by === 'cloud-marketplace')
    return { partner: managed_by, redirect: { type: 'organization', slug } }
  if (managed_by !== 'vercel-marketplace') return null
  return {
    partner: managed_by,
    redirect: partner_id ? { type: 'installation', installationId: partner_id } : null,
  }
}
