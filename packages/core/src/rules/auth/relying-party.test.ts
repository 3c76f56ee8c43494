import { expect, test } from 'vitest'
import { isWithin, relyingParty } from './relying-party.js'

const settings = {
  site_url: 'https://Shop.example/start',
  uri_allow_list: [],
  webauthn_rp_id: '',
  webauthn_rp_origins: [],
  webauthn_rp_display_name: '',
}

test.each([
  [{}, { id: 'shop.example', name: 'shop.example', origins: ['https://shop.example'] }],
  [
    { site_url: 'http://localhost:3000' },
    { id: 'localhost', name: 'localhost', origins: ['http://localhost:3000'] },
  ],
  [{ site_url: 'https://a.b:443' }, { id: 'a.b', name: 'a.b', origins: ['https://a.b'] }],
  [
    {
      uri_allow_list: [
        'https://app.shop.example/**',
        'https://*.shop.example/**',
        'https://evil.example/**',
        'https://evilshop.example/',
        'shop://open',
      ],
    },
    {
      id: 'shop.example',
      name: 'shop.example',
      origins: ['https://shop.example', 'https://app.shop.example'],
    },
  ],
  [
    {
      webauthn_rp_id: 'example',
      webauthn_rp_display_name: 'Shop',
      webauthn_rp_origins: ['https://other.example'],
    },
    { id: 'example', name: 'Shop', origins: ['https://other.example'] },
  ],
  [
    { webauthn_rp_origins: ['https://evil.example'] },
    { id: 'shop.example', name: 'shop.example', origins: [] },
  ],
  [{ site_url: 'shop://open' }, null],
])('with %j: %j', (more, party) => expect(relyingParty({ ...settings, ...more })).toEqual(party))

test('a host is within itself and the hosts over it', () => {
  expect(['a.b', 'x.a.b', 'xa.b', 'b'].map((host) => isWithin(host, 'a.b'))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
