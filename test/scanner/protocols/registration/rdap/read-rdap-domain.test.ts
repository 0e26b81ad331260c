import test from 'ava';
import fc from 'fast-check';
import { readRdapDomain } from '../../../../../scanner/protocols/registration/rdap/read-rdap-domain.ts';

const answer = {
  objectClassName: 'domain',
  handle: 'D1-LAB',
  ldhName: 'SHOP.EXAMPLE.',
  status: ['client transfer prohibited', 'active'],
  events: [
    { eventAction: 'registration', eventDate: '2015-03-01T10:00:00Z' },
    { eventAction: 'expiration', eventDate: '2030-03-01T10:00:00Z' },
    { eventAction: 'last changed', eventDate: '2025-01-02T10:00:00+01:00' },
    { eventAction: 'last update of RDAP database', eventDate: '2026-01-01T00:00:00Z' },
  ],
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'NS2.shop.example' },
    { objectClassName: 'nameserver', ldhName: 'ns1.shop.example.' },
  ],
  secureDNS: { delegationSigned: true },
  entities: [
    {
      objectClassName: 'entity',
      handle: '9999',
      roles: ['registrar'],
      publicIds: [{ type: 'IANA Registrar ID', identifier: '9999' }],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Lab Registrar Ltd.'],
        ],
      ],
      entities: [
        {
          roles: ['abuse'],
          vcardArray: [
            'vcard',
            [
              ['tel', { type: 'voice' }, 'uri', 'tel:+1.5550100'],
              ['email', {}, 'text', 'abuse@registrar.example'],
            ],
          ],
        },
      ],
    },
    {
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['fn', {}, 'text', 'REDACTED FOR PRIVACY'],
          ['org', {}, 'text', ['Shop Inc', 'Sales']],
          ['adr', { cc: 'NZ' }, 'text', ['', '', '', '', '', '', '']],
        ],
      ],
    },
  ],
  redacted: [{ name: { type: 'Registrant Name' } }, { name: { description: 'Registrant Phone' } }, 'odd'],
};

test('a domain object is read', (t) => {
  t.deepEqual(readRdapDomain(answer, 'shop.example'), {
    domain: 'shop.example',
    handle: 'D1-LAB',
    registrar: {
      name: 'Lab Registrar Ltd.',
      ianaId: 9_999,
      abuseEmail: 'abuse@registrar.example',
      abusePhone: '+1.5550100',
    },
    registeredAt: '2015-03-01T10:00:00.000Z',
    updatedAt: '2025-01-02T09:00:00.000Z',
    expiresAt: '2030-03-01T10:00:00.000Z',
    status: ['clientTransferProhibited', 'ok'],
    nameServers: ['ns1.shop.example', 'ns2.shop.example'],
    dnssecSigned: true,
    registrant: { organization: 'Shop Inc', country: 'NZ' },
    redacted: ['Registrant Name', 'Registrant Phone'],
  });
});

test('what is not told is null', (t) => {
  const facts = readRdapDomain(
    { objectClassName: 'domain', unicodeName: 'bücher.example' },
    'xn--bcher-kva.example',
  );
  t.like(facts, {
    registrar: null,
    registeredAt: null,
    expiresAt: null,
    nameServers: null,
    dnssecSigned: null,
    registrant: null,
  });
  t.deepEqual(facts?.status, []);
});

test('an answer about another domain, or about something else, is none', (t) => {
  for (const other of [
    { ...answer, ldhName: 'other.example' },
    { ...answer, ldhName: undefined },
    { ...answer, objectClassName: 'entity' },
    { errorCode: 404, title: 'Not Found' },
    [answer],
    'shop.example',
    null,
    undefined,
  ])
    t.is(readRdapDomain(other, 'shop.example'), undefined);
});

test('whatever stands in its fields, an answer is read or refused', (t) => {
  const keys = Object.keys(answer);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 4 })), (odd) => {
      const facts = readRdapDomain(
        { ...answer, ...odd, objectClassName: 'domain', ldhName: 'shop.example' },
        'shop.example',
      );
      t.is(facts?.domain, 'shop.example');
    }),
    { numRuns: 1_000 },
  );
});
