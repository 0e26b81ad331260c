import test from 'ava';
import fc from 'fast-check';
import { readRdapNetwork } from '../../../../../scanner/protocols/registration/networks/read-rdap-network.ts';
import { readWhoisNetwork } from '../../../../../scanner/protocols/registration/networks/read-whois-network.ts';
import {
  readBootstrap,
  servicesForAddress,
} from '../../../../../scanner/protocols/registration/rdap/read-bootstrap.ts';
import { networkAnswers, networkRefusals } from './network-answers.ts';

const ripe = `% This is the RIPE Database query service.
% Information related to '192.0.2.0 - 192.0.2.255'

% Abuse contact for '192.0.2.0 - 192.0.2.255' is 'Abuse@net.example'

inetnum:        192.0.2.0 - 192.0.2.255
netname:        EXAMPLE-NET
descr:          Example network
country:        DE
org:            ORG-EX1-RIPE
status:         ASSIGNED PA
created:        2011-08-11T10:00:00Z
last-modified:  2020-02-03T10:00:00Z
source:         RIPE

organisation:   ORG-EX1-RIPE
org-name:       Example GmbH
country:        DE
`;
const arin = `#
# ARIN WHOIS data and services are subject to the Terms of Use
#

NetRange:       192.0.0.0 - 192.0.255.255
CIDR:           192.0.0.0/16
NetName:        WIDE
NetHandle:      NET-192-0-0-0-1
Organization:   Wide Corp. (WIDE)
RegDate:        1999-01-01
Updated:        2021-12-14

NetRange:       192.0.2.0 - 192.0.2.255
CIDR:           192.0.2.0/24
NetName:        NARROW
NetHandle:      NET-192-0-2-0-1
RegDate:        2005-05-05

OrgName:        Narrow Inc.
OrgId:          NARROW
Country:        US
OrgAbuseHandle: ABUSE1-ARIN
OrgAbuseEmail:  abuse@narrow.example
`;
const lacnic = `% Joint Whois - whois.lacnic.net
inetnum:     192.0.2/24
status:      allocated
owner:       Exemplo Ltda.
ownerid:     BR-EXLT-LACNIC
country:     BR
abuse-c:     EXA
created:     20050505
changed:     20210101
`;
const rdap = {
  objectClassName: 'ip network',
  handle: 'NET-192-0-2-0-1',
  startAddress: '192.0.2.0',
  endAddress: '192.0.2.255',
  ipVersion: 'v4',
  name: 'NARROW',
  events: [
    { eventAction: 'registration', eventDate: '2005-05-05T00:00:00-04:00' },
    { eventAction: 'last changed', eventDate: '2021-12-14T00:00:00Z' },
  ],
  status: ['active'],
  remarks: [{ title: 'Registration Comments', description: ['no'] }, { description: ['Example', 'network'] }],
  entities: [
    {
      objectClassName: 'entity',
      handle: 'NARROW',
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Narrow Inc.'],
          ['adr', { label: 'Street\nCity\nUnited States' }, 'text', ['', '', '', '', '', '', 'US']],
        ],
      ],
      entities: [
        {
          roles: ['technical'],
          entities: [
            { roles: ['abuse'], vcardArray: ['vcard', [['email', {}, 'text', 'abuse@narrow.example']]] },
          ],
        },
      ],
    },
  ],
  redacted: [{ name: { description: 'Administrative Contact' } }],
};

test('answers of the registries are read, remarks with the abuse contact among them', (t) => {
  t.like(readWhoisNetwork(ripe, '192.0.2.1'), {
    facts: {
      first: '192.0.2.0',
      last: '192.0.2.255',
      name: 'EXAMPLE-NET',
      description: 'Example network',
      organization: 'Example GmbH',
      country: 'DE',
      abuseContact: 'abuse@net.example',
      registeredAt: '2011-08-11T10:00:00.000Z',
      status: ['ASSIGNED PA'],
    },
  });
  t.like(readWhoisNetwork(arin, '192.0.2.1'), {
    facts: {
      name: 'NARROW',
      organization: 'Narrow Inc.',
      country: 'US',
      abuseContact: 'abuse@narrow.example',
    },
  });
  t.like(readWhoisNetwork(lacnic, '192.0.2.1'), {
    facts: {
      first: '192.0.2.0',
      last: '192.0.2.255',
      organization: 'Exemplo Ltda.',
      country: 'BR',
      abuseContact: null,
    },
  });
});

for (const [form, { text, told }] of Object.entries(networkAnswers)) {
  test(`answers of the form of ${form} are read for what they tell, and nothing else`, (t) => {
    const reading = readWhoisNetwork(text, '192.0.2.1');
    if (!('facts' in reading)) return t.fail(JSON.stringify(reading));
    const nothing = {
      ...{
        handle: null,
        name: null,
        description: null,
        organization: null,
        country: null,
        abuseContact: null,
      },
      ...{ geofeed: null, registeredAt: null, updatedAt: null, status: [], redacted: [] },
    };
    t.deepEqual(reading.facts, { first: '192.0.2.0', last: '192.0.2.255', ...nothing, ...told });
  });
}

test('answers without a network say why', (t) => {
  for (const [text, code] of networkRefusals) t.like(readWhoisNetwork(text, '192.0.2.1'), { code }, text);
});

test('a referral is followed, and what is about others is not believed', (t) => {
  t.deepEqual(
    readWhoisNetwork('refer: whois.ripe.net\n\ninetnum: 192.0.0.0 - 192.255.255.255\n', '192.0.2.1'),
    {
      referral: 'whois.ripe.net',
    },
  );
  t.deepEqual(readWhoisNetwork('ReferralServer:  whois://whois.apnic.net\n', '192.0.2.1'), {
    referral: 'whois.apnic.net',
  });
  t.like(readWhoisNetwork('ReferralServer: rwhois://rwhois.net.example:4321\n', '192.0.2.1'), {
    code: 'malformed',
  });
  t.like(readWhoisNetwork('inetnum: 0.0.0.0 - 255.255.255.255\nnetname: IANA-BLK\n', '192.0.2.1'), {
    code: 'malformed',
  });
  t.like(readWhoisNetwork(ripe, '198.51.100.1'), { code: 'malformed' });
  const other = ripe.replace("for '192.0.2.0 - 192.0.2.255'", "for '198.51.100.0 - 198.51.100.255'");
  t.like(readWhoisNetwork(other, '192.0.2.1'), { facts: { abuseContact: null } });
});

test('a network of RDAP is read, with contacts that stand within each other', (t) => {
  t.deepEqual(readRdapNetwork(rdap, '192.0.2.1'), {
    first: '192.0.2.0',
    last: '192.0.2.255',
    handle: 'NET-192-0-2-0-1',
    name: 'NARROW',
    description: 'Example network',
    organization: 'Narrow Inc.',
    country: 'US',
    abuseContact: 'abuse@narrow.example',
    geofeed: null,
    registeredAt: '2005-05-05T04:00:00.000Z',
    updatedAt: '2021-12-14T00:00:00.000Z',
    status: ['active'],
    redacted: ['Administrative Contact'],
  });
  const geofeed = (more: object) => readRdapNetwork({ ...rdap, ...more }, '192.0.2.1')?.geofeed;
  const link = { rel: 'geo', type: 'application/geofeed+csv', href: 'https://net.example/places.csv' };
  t.is(geofeed({ links: [{ rel: 'self', href: 'https://rdap.example/' }, link] }), link.href);
  t.is(geofeed({ remarks: [{ description: ['one', `Geofeed ${link.href}`] }] }), link.href);
  for (const href of ['http://net.example/', 'https://user:pass@net.example/', 'file:///etc/passwd', 'x', 7])
    t.is(geofeed({ links: [{ ...link, href }] }), null, String(href));
  t.is(readRdapNetwork(rdap, '198.51.100.1'), undefined);
  t.is(
    readRdapNetwork({ ...rdap, startAddress: '0.0.0.0', endAddress: '255.255.255.255' }, '192.0.2.1'),
    undefined,
  );
});

test('services for addresses are found by the longest prefix', (t) => {
  const list = readBootstrap(
    JSON.stringify({
      services: [
        [['192.0.0.0/8'], ['https://wide.example/']],
        [['192.0.2.0/24', '198.51.100.0/24'], ['https://narrow.example/rdap']],
      ],
    }),
  );
  t.deepEqual(servicesForAddress('192.0.2.1', list), ['https://narrow.example/rdap/']);
  t.deepEqual(servicesForAddress('192.0.3.1', list), ['https://wide.example/']);
  t.deepEqual(servicesForAddress('203.0.113.1', list), []);
  t.deepEqual(servicesForAddress('2001:db8::1', list), []);
});

test('no answer makes a reader throw', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(ripe, arin, lacnic),
      fc.nat(),
      fc.string({ unit: 'binary' }),
      (text, at, junk) => {
        const cut = at % text.length;
        t.truthy(readWhoisNetwork(text.slice(0, cut) + junk + text.slice(cut), '192.0.2.1'));
      },
    ),
  );
  fc.assert(fc.property(fc.anything(), (value) => t.is(readRdapNetwork(value, '192.0.2.1'), undefined)));
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(rdap)), fc.anything(), (key, value) => {
      t.notThrows(() => readRdapNetwork({ ...rdap, [key]: value }, '192.0.2.1'));
    }),
  );
});
