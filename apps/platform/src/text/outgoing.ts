/** Why a call to the outside was refused or failed, as sentences for the people who set its address. */
export const outgoingText = {
  'url-invalid': 'This is not an address that can be called. Use one like https://example.com/hook.',
  'scheme-refused': 'Only addresses that start with https:// or http:// can be called.',
  'header-invalid':
    'A header has a name or a value that HTTP does not allow, or one that Basedeck sets itself.',
  'name-unknown': 'The name of this host can’t be resolved.',
  'address-refused':
    'This host is in a private network or on this machine. An administrator can allow it with --allow-outgoing-hosts.',
  unreachable: 'The host could not be reached, or its certificate is not valid for this name.',
  'connect-timeout': 'The host did not accept the connection in time.',
  'first-byte-timeout': 'The host accepted the call but did not begin to answer in time.',
  'whole-timeout': 'The answer did not end in time.',
  'too-large': 'The answer is larger than allowed.',
  redirects: 'The host redirects too often.',
  'redirect-refused':
    'The host redirects to an address that this call is not sent on to: another scheme, or its body to another host.',
  aborted: 'The call was stopped before its end.',
} as const

export const allowedHostText = (word: string) =>
  `--allow-outgoing-hosts must be hosts, addresses or networks, divided by commas: mail.internal,10.1.2.3:2525,10.2.0.0/16, not “${word}”`
