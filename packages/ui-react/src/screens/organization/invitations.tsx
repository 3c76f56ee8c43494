/** Invitations that were not accepted yet. */
import type { InvitationRow, TeamScreen } from '@basedeck/core'
import { organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { ControlButton } from '../../elements/control-button.js'
import { Badge } from '../../elements/badge.js'
import { Confirm } from '../../elements/confirm.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Name } from '../../elements/name.js'
import { Section } from '../../elements/section.js'
import { Time } from '../../elements/time.js'

const text = organizationText.team

export function Invitations({ screen }: { screen: TeamScreen }) {
  const invitations = useStore(screen.invitations.$rows)
  return (
    <Section title={text.invitations} description={text.invitationsBody} isFlush>
      <DataList
        label={text.invitations}
        state={invitations}
        columns={useColumns(screen)}
        keyOf={({ id }) => id}
        empty={{ title: text.noInvitations, action: <Invite screen={screen} /> }}
      />
      <Confirm
        question={screen.revocation}
        title={({ email }) => text.revokeTitle(email)}
        confirmLabel={text.revoke}
      >
        {text.revokeBody}
      </Confirm>
    </Section>
  )
}

function Invite({ screen }: { screen: TeamScreen }) {
  const controlState = useStore(screen.$mayInvite)
  return (
    <ControlButton controlState={controlState} onClick={screen.invite.open}>
      {text.inviteTitle}
    </ControlButton>
  )
}

function useColumns(screen: TeamScreen): DataListColumn<InvitationRow>[] {
  const mayRemove = useStore(screen.$mayRemove)
  const { invitationColumns: columns } = text
  const heading = useSortHeadings(screen.invitations.sorting)
  return [
    { ...heading('email', columns.email), isRowHeader: true, cell: ({ email }) => <Name>{email}</Name> },
    { ...heading('role', columns.role), cell: ({ role }) => role },
    { ...heading('by', columns.invitedBy), cell: ({ invitedBy }) => <Name>{invitedBy}</Name> },
    {
      ...heading('expires', columns.expires),
      cell: ({ isExpired, expiresAt }) =>
        isExpired ? <Badge tone="bad">{text.expired}</Badge> : <Time at={expiresAt} />,
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (invitation) => (
        <ControlButton
          kind="ghost"
          aria-label={text.revokeLabel(invitation.email)}
          controlState={mayRemove}
          onClick={() => screen.revocation.ask(invitation)}
        >
          {text.revoke}
        </ControlButton>
      ),
    },
  ]
}
