import type { RegistrationFacts } from '../../../../../scanner/protocols/registration/registration.ts';

interface Expected extends Partial<Omit<RegistrationFacts, 'registrar'>> {
  readonly registrarName?: string | null;
}

/** Answers in the forms of registries, with made-up contents, and what has to be read of them. */
export const registryAnswers: Readonly<
  Record<string, { readonly text: string; readonly domain?: string; readonly expected: Expected }>
> = {
  'name servers that go on below the first': {
    text: `DOMAIN NAME:           shop.example
registrant type:       organization
nameservers:           ns1.shop.example. [192.0.2.1]
                       ns2.shop.example. 2001:db8::2
                       ns3.other.example.
                       ns4.other.example.
created:               2015.03.01 10:00:00
last modified:         2025.01.02 03:04:05
renewal date:          2030.03.01 10:00:00

REGISTRAR:
Lab Registrar Sp. z o.o.
ul. Example 1
`,
    expected: {
      nameServers: ['ns1.shop.example', 'ns2.shop.example', 'ns3.other.example', 'ns4.other.example'],
      registeredAt: '2015-03-01T10:00:00.000Z',
      updatedAt: '2025-01-02T03:04:05.000Z',
      expiresAt: '2030-03-01T10:00:00.000Z',
      registrarName: 'Lab Registrar Sp. z o.o.',
    },
  },
  'sections without colons': {
    text: `Domain:             shop.example
Status:             ok
Signed:             no
Created:            2015-03-01 10:00:00
Expire Date:        2030-03-01

Registrant
  Organization:     Example S.r.l.
  Address:          Via Example 1
                    State: RM
  Created:          2014-01-01 00:00:00

Registrar
  Organization:     Lab Registrar S.p.A.
  Name:             LAB-REG

Nameservers
  ns1.shop.example
  ns2.shop.example
`,
    expected: {
      status: ['ok'],
      registeredAt: '2015-03-01T10:00:00.000Z',
      expiresAt: '2030-03-01T00:00:00.000Z',
      registrarName: 'Lab Registrar S.p.A.',
      nameServers: ['ns1.shop.example', 'ns2.shop.example'],
    },
  },
  "a contact's state": {
    text: `Domain Name: shop.example
Domain Status: clientTransferProhibited

Registrant:
    Name: Somebody
    State: California
    Status: nobody

Admin Contact:
    State: NY
`,
    expected: { status: ['clientTransferProhibited'] },
  },
  'remarks behind a status': {
    text: `domain:     shop.example
status:     ok (paid and in zone)
status:     clientHold -- not paid
state:      REGISTERED, DELEGATED, VERIFIED
paid-till:  2030-03-01T10:00:00Z
`,
    expected: { status: ['ok', 'clientHold', 'registered', 'delegated', 'verified'] },
  },
  'a domain that is not available': {
    text: `Domain:\tshop.example
Status:\tNOT AVAILABLE
Registered:\tSun Mar 1 2015

Registrar:
\tName:\tLab Registrar BV

Nameservers:
\tns1.shop.example
\tns2.shop.example
`,
    expected: {
      status: [],
      registeredAt: '2015-03-01T00:00:00.000Z',
      registrarName: 'Lab Registrar BV',
      nameServers: ['ns1.shop.example', 'ns2.shop.example'],
    },
  },
  'sections at the same indent': {
    text: `Domain:
name:       shop.example
status:     ok (paid and in zone)
registered: 2010-07-04 03:10:00 +03:00
changed:    2025-01-02 03:04:05 +02
expire:     2030-03-01

Registrar:
name:       Lab Registrar AS
url:        https://registrar.example

Name servers:
nserver:    ns1.shop.example
nserver:    ns2.shop.example
`,
    expected: {
      status: ['ok'],
      registeredAt: '2010-07-04T00:10:00.000Z',
      updatedAt: '2025-01-02T01:04:05.000Z',
      expiresAt: '2030-03-01T00:00:00.000Z',
      registrarName: 'Lab Registrar AS',
      nameServers: ['ns1.shop.example', 'ns2.shop.example'],
    },
  },
  'dots, and the day first': {
    text: `domain.............: shop.fi
status.............: Registered
created............: 1.3.2015 10:00:00
expires............: 1.3.2030
nserver............: ns1.shop.example [OK]
nserver............: ns2.shop.example [OK]
`,
    domain: 'shop.fi',
    expected: {
      status: ['registered'],
      registeredAt: '2015-03-01T10:00:00.000Z',
      expiresAt: '2030-03-01T00:00:00.000Z',
      nameServers: ['ns1.shop.example', 'ns2.shop.example'],
    },
  },
  'dots of a registry whose order nobody knows': {
    text: `domain.............: shop.example
status.............: Registered
created............: 1.3.2015 10:00:00
modified...........: 25.3.2024
expires............: 1.3.2030
nserver............: ns1.shop.example
`,
    expected: {
      status: ['registered'],
      registeredAt: null,
      updatedAt: '2024-03-25T00:00:00.000Z',
      expiresAt: null,
      nameServers: ['ns1.shop.example'],
    },
  },
  'dates with spaces': {
    text: `Domain Name                 : shop.example
Registered Date             : 2015. 03. 01.
Last Updated Date           : 2025. 01. 02.
Expiration Date             : 2030. 03. 01.
Primary Name Server
   Host Name                : ns1.shop.example
Secondary Name Server
   Host Name                : ns2.shop.example
`,
    expected: {
      registeredAt: '2015-03-01T00:00:00.000Z',
      updatedAt: '2025-01-02T00:00:00.000Z',
      expiresAt: '2030-03-01T00:00:00.000Z',
      nameServers: ['ns1.shop.example', 'ns2.shop.example'],
    },
  },
  'numbers of tickets behind dates': {
    text: `domain:      shop.example
nserver:     ns1.shop.example
nsstat:      20250101 AA
created:     20150301 #12345678
changed:     20250102
expires:     20300301
status:      published
`,
    expected: {
      registeredAt: '2015-03-01T00:00:00.000Z',
      updatedAt: '2025-01-02T00:00:00.000Z',
      expiresAt: '2030-03-01T00:00:00.000Z',
      status: ['published'],
    },
  },
  'stars and months in words': {
    text: `** Domain Name: shop.example
Domain Status: Active

** Domain Servers:
ns1.shop.example
ns2.shop.example

** Additional Info:
Created on..............: 2015-Mar-01.
Expires on..............: 2030-Mar-01.
`,
    expected: {
      status: ['ok'],
      registeredAt: '2015-03-01T00:00:00.000Z',
      expiresAt: '2030-03-01T00:00:00.000Z',
    },
  },
  'sentences in place of pairs': {
    text: `Domain Name: shop.example
   Domain Status: ok
   Record expires on 2030-03-01 (YYYY-MM-DD)
   Record created on 2015-03-01 (YYYY-MM-DD)

   Domain servers in listed order:
      ns1.shop.example
      ns2.shop.example
`,
    expected: {
      registeredAt: '2015-03-01T00:00:00.000Z',
      expiresAt: '2030-03-01T00:00:00.000Z',
      nameServers: ['ns1.shop.example', 'ns2.shop.example'],
    },
  },
  'keys in another script': {
    text: `[ドメイン名]                    SHOP.EXAMPLE
[登録年月日]                    2015/03/01
[有効期限]                      2030/03/01
[状態]                          Active
[最終更新]                      2025/01/02 03:04:05 (JST)
`,
    expected: {
      registeredAt: '2015-03-01T00:00:00.000Z',
      expiresAt: '2030-03-01T00:00:00.000Z',
      status: ['ok'],
    },
  },
  'dates that may mean two things': {
    text: `Domain: shop.example
Domain Status: Registered
Creation Date: 04/03/2015 00:00:00
Expiration Date: 04/03/2030
`,
    expected: { registeredAt: null, expiresAt: null, status: ['registered'] },
  },
};

/** Answers that say that nobody has the domain, with all that registries say besides. */
export const absentAnswers: readonly string[] = [
  `No match for "SHOP.EXAMPLE".
>>> Last update of whois database: 2026-01-01T00:00:00Z <<<

NOTICE: The expiration date displayed in this record is the date the registrar's sponsorship currently ends.
TERMS OF USE: you will not use high-volume, automated processes. Your query rate is limited; excessive queries are blocked.
`,
  `Domain not found.
>>> Last update of WHOIS database: 2026-01-01T00:00:00Z <<<

Terms of Use: Access to WHOIS information is provided to assist persons. Queries are rate limited; if you exceed the limit, access
will be temporarily blocked. Request limit exceeded messages are sent to those.
`,
  `The queried object does not exist: DOMAIN NOT FOUND
>>> IMPORTANT INFORMATION ABOUT THE DEPLOYMENT OF RDAP: please visit https://www.example/ <<<
Connection limit exceeded is told to those who ask too often.
`,
];
