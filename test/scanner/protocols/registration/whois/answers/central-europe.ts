import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

export const centralAnswers: RecordedAnswers = {
  '.pl': {
    domain: 'example.pl',
    text: `
DOMAIN NAME:           example.pl
registrant type:       organization
nameservers:           ns1.example.net. [192.0.2.1][2001:db8::1]
                       ns2.example.net.
created:               2002.09.19 13:00:00
last modified:         2024.08.17 11:43:34
renewal date:          2029.09.18 14:00:00

option created:        2020.10.14 09:30:46
option expiration date:       2023.10.14 09:30:46

dnssec:                Unsigned

TECHNICAL CONTACT:
company: Somebody Else
street: ul. Example 1
location: PL
last modified: 2017.03.27

REGISTRAR:
Lab Registrar Sp. z o.o.
ul. Example 2
00-000 Warszawa
Polska/Poland
+48.225550100
info@registrar.example

WHOIS database responses: https://dns.example/en/whois

WHOIS displays data with a delay not exceeding 15 minutes in relation to the .pl Registry system
`,
    told: {
      registrar: 'Lab Registrar Sp. z o.o.',
      registered: '2002-09-19T13:00:00Z',
      updated: '2024-08-17T11:43:34Z',
      expires: '2029-09-18T14:00:00Z',
      nameServers,
      signed: false,
    },
  },
  '.cz, by FRED': {
    domain: 'example.cz',
    text: `%  (c) 2006-2026 CZ.NIC, z.s.p.o.
%
% Whoisd Server Version: 3.15.0

domain:       example.cz
registrant:   EX-1
admin-c:      OT-1
nsset:        EXAMPLE-NS
keyset:       EXAMPLE-KEYS
registrar:    REG-LAB
status:       Sponsoring registrar change forbidden
registered:   21.07.2000 15:21:00
changed:      06.11.2024 12:23:15
expire:       08.07.2029

contact:      EX-1
org:          Example s.r.o.
name:         Somebody
address:      Ulice 1
address:      CZ
registrar:    REG-LAB
created:      05.09.2010 12:03:22
changed:      02.07.2025 12:03:22

contact:      OT-1
org:          Somebody Else
registrar:    REG-OTHER
created:      05.09.2011 12:03:22

nsset:        EXAMPLE-NS
nserver:      ns1.example.net (192.0.2.1, 2001:db8::1)
nserver:      ns2.example.net
tech-c:       OT-1
registrar:    REG-LAB
created:      05.09.2012 12:03:22
changed:      02.07.2026 12:03:22

keyset:       EXAMPLE-KEYS
dnskey:       257 3 13 abcdef==
tech-c:       OT-1
registrar:    REG-LAB
created:      05.09.2013 12:03:22
`,
    told: {
      registrar: 'REG-LAB',
      registered: '2000-07-21T15:21:00Z',
      updated: '2024-11-06T12:23:15Z',
      expires: '2029-07-08',
      status: ['serverTransferProhibited'],
      nameServers,
      signed: true,
      organization: 'Example s.r.o.',
    },
  },
  '.sk': {
    domain: 'example.sk',
    text: `Domain:                       example.sk
Registrant:                   EX-1
Admin Contact:                EX-1
Tech Contact:                 OT-1
Registrar:                    LAB-0001
Created:                      2003-07-24
Updated:                      2024-07-03
Valid Until:                  2029-07-24
Nameserver:                   ns1.example.net
Nameserver:                   ns2.example.net
EPP Status:                   clientTransferProhibited

Registrar:                    LAB-0001
Name:                         Lab Registrar s. r. o.
Organization:                 Lab Registrar s. r. o.
Organization ID:              12345678
Phone:                        +421.25550100
Email:                        info@registrar.example
Country Code:                 SK
Created:                      2017-09-01
Updated:                      2025-04-17

Contact:                      OT-1
Organization:                 Somebody Else
Country Code:                 CZ
Registrar:                    LAB-0001
Created:                      2018-01-26

Contact:                      EX-1
Name:                         Somebody
Organization:                 Example a.s.
Street:                       Ulica 1
Country Code:                 SK
Registrar:                    LAB-0001
Created:                      2018-01-26
Updated:                      2025-07-16
`,
    told: {
      registrar: 'Lab Registrar s. r. o.',
      registered: '2003-07-24',
      updated: '2024-07-03',
      expires: '2029-07-24',
      status: ['clientTransferProhibited'],
      nameServers,
      organization: 'Example a.s.',
      country: 'SK',
    },
  },
  '.si': {
    domain: 'example.si',
    text: `% This is ARNES whois database
%
domain:          example.si
registrar:       LAB-REGISTRAR
registrar-url:   https://registrar.example
nameserver:      ns1.example.net (192.0.2.1)
nameserver:      ns2.example.net
registrant:      G000001
status:          client_delete_prohibited,client_transfer_prohibited
created:         2005-04-04
expire:          2029-07-19
source:          ARNES

Domain holder:
  NOT DISCLOSED
Tech:
  NOT DISCLOSED
`,
    told: {
      registrar: 'LAB-REGISTRAR',
      registered: '2005-04-04',
      expires: '2029-07-19',
      status: ['clientDeleteProhibited', 'clientTransferProhibited'],
      nameServers,
    },
  },
  '.hr': {
    domain: 'example.hr',
    text: `%
% From May 25, 2018, it is mandatory to apply the provisions.
%

Domain Name: example.hr
Registrar WHOIS Server: whois.dns.hr
Registrar URL: http://whois.dns.hr
Updated Date: 2024-08-28T22:00:00Z
Creation Date: 2011-09-20T22:00:00Z
Registrar Registration Expiration Date: 2029-09-20T22:00:00Z
Registrant Name: Somebody
Registrant Street: Ulica 1
Registrant City: Zagreb
Registrant State/Province: HR
Registrant Postal Code: 10000
Name Server: ns1.example.net
Name Server: ns2.example.net
`,
    told: {
      registered: '2011-09-20T22:00:00Z',
      updated: '2024-08-28T22:00:00Z',
      expires: '2029-09-20T22:00:00Z',
      nameServers,
    },
  },
  '.hu': {
    domain: 'example.hu',
    text: `% Whois server 4.0 serving the hu ccTLD


domain:         example.hu
record created: 2000-03-03
Tovabbi adatokert ld.:
https://www.domain.example/kereses/
For further data see:
https://www.domain.example/search/
`,
    told: { registered: '2000-03-03' },
  },
};
