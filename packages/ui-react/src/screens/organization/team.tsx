import type { ControlState, MemberRow, TeamScreen } from '@basedeck/core'
import { organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { UserPlus } from 'lucide-react'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { ControlButton } from '../../elements/control-button.js'
import { Badge } from '../../elements/badge.js'
import { CutText } from '../../elements/cut-text.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Icon } from '../../elements/icon.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { Select } from '../../elements/select.js'
import { Time } from '../../elements/time.js'
import { Confirm } from '../../elements/confirm.js'
import { InviteDialogs } from './invite-dialogs.js'
import { Invitations } from './invitations.js'
import styles from './team.module.css'

const text = organizationText.team

export function Team({ screen }: { screen: TeamScreen }) {
  const members = useStore(screen.members.$rows)
  const mayInvite = useStore(screen.$mayInvite)
  const hasAccounts = useStore(screen.$hasAccounts)
  const problem = useStore(screen.$problem)
  return (
    <Page
      title={screen.title}
      width="list"
      actions={
        hasAccounts && (
          <ControlButton
            kind="primary"
            icon={<Icon of={UserPlus} />}
            controlState={mayInvite}
            onClick={screen.invite.open}
          >
            {text.invite}
          </ControlButton>
        )
      }
    >
      <Section title={text.members} description={text.membersBody} isFlush>
        {problem !== null && (
          <div className={styles['problem']}>
            <ErrorAlert title={problem} />
          </div>
        )}
        <DataList
          label={text.members}
          state={members}
          columns={useColumns(screen)}
          keyOf={({ profileId }) => profileId}
          empty={{ title: text.noMembers }}
        />
      </Section>
      {hasAccounts && <Invitations screen={screen} />}
      <InviteDialogs invite={screen.invite} roles={useStore(screen.$roles)} />
      <Confirm
        question={screen.removal}
        title={({ name }) => text.removeTitle(name)}
        confirmLabel={text.remove}
      >
        {text.removeBody}
      </Confirm>
      <Confirm question={screen.leaving} title={() => text.leaveTitle} confirmLabel={text.leaveConfirm}>
        {text.leaveBody}
      </Confirm>
    </Page>
  )
}

function useColumns(screen: TeamScreen): DataListColumn<MemberRow>[] {
  const roles = useStore(screen.$roles)
  const changing = useStore(screen.$changing)
  const mayUpdate = useStore(screen.$mayUpdate)
  const mayRemove = useStore(screen.$mayRemove)
  const mayLeave = useStore(screen.$mayLeave)
  const offersLeave = useStore(screen.$offersLeave)
  const hasAccounts = useStore(screen.$hasAccounts)
  const heading = useSortHeadings(screen.members.sorting)
  const { columns } = text
  const ofRole = ({ roleId, role }: MemberRow): ControlState =>
    roles.some(({ value, disabled }) => disabled && value === roleId)
      ? { disabled: true, hint: text.mayNotManage(role) }
      : { disabled: false }
  const mayChange = (member: MemberRow): ControlState => {
    if (mayUpdate.disabled) return mayUpdate
    return member.isYou && mayLeave.disabled ? mayLeave : ofRole(member)
  }
  return [
    {
      ...heading('member', columns.member),
      isRowHeader: true,
      cell: (member) => (
        <span className={styles['who']}>
          <CutText>{member.name}</CutText>
          {member.isYou && <Badge tone="accent">{text.you}</Badge>}
        </span>
      ),
    },
    {
      ...heading('email', columns.email),
      cell: ({ email }) => email !== null && <CutText>{email}</CutText>,
    },
    {
      ...heading('mfa', columns.mfa),
      cell: ({ hasSecondFactor }) => (
        <Badge tone={hasSecondFactor ? 'good' : 'quiet'}>{hasSecondFactor ? text.mfaOn : text.mfaOff}</Badge>
      ),
    },
    {
      ...heading('role', columns.role),
      cell: (member) =>
        hasAccounts ? (
          <Select
            label={text.role(member.name)}
            value={member.roleId}
            choices={roles.filter(({ value, disabled }) => !disabled || value === member.roleId)}
            disabled={mayChange(member).disabled || changing !== null}
            hint={mayChange(member).hint}
            onChoose={(role) => void screen.changeRole(member, role)}
          />
        ) : (
          member.role
        ),
    },
    {
      ...heading('joined', columns.joined),
      isNarrow: true,
      cell: ({ joinedAt }) => <Time at={joinedAt} />,
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (member) =>
        member.isYou ? (
          offersLeave && (
            <ControlButton kind="ghost" controlState={mayLeave} onClick={screen.leave}>
              {text.leave}
            </ControlButton>
          )
        ) : (
          <ControlButton
            kind="ghost"
            aria-label={text.removeLabel(member.name)}
            controlState={mayRemove.disabled ? mayRemove : ofRole(member)}
            onClick={() => screen.removal.ask(member)}
          >
            {text.remove}
          </ControlButton>
        ),
    },
  ]
}
