import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

export const easternAnswers: RecordedAnswers = {
  '.ro': {
    domain: 'example.ro',
    text: `% The WHOIS service offered by ROTLD and the access to the records are provided
% for information purposes and that ROTLD can take measures
% to limit the use of its WHOIS services


  Domain Name: example.ro
  Registered On: 2000-07-17
  Expires On: 2029-09-17
  Registrar: Lab Registrar SRL
  Referral URL: www.registrar.example

  DNSSEC: Inactive

  Nameserver: ns1.example.net
  Nameserver: ns2.example.net

  Domain Status: UpdateProhibited
`,
    told: {
      registrar: 'Lab Registrar SRL',
      registered: '2000-07-17',
      expires: '2029-09-17',
      status: ['updateProhibited'],
      nameServers,
      signed: false,
    },
  },
  '.bg': {
    domain: 'example.bg',
    text: `
DOMAIN NAME: example.bg
requested on: 12/02/2004 00:00:00 EEST
activated on: 13/02/2004 14:15:20 EEST
expires at: 07/04/2029 00:00:00 EEST
registration status: Registered

REGISTRANT:
Example EAD
  bul. Example 41
  SOFIA, 1592
  BULGARIA

ADMINISTRATIVE CONTACT:
  Somebody
  noc@example.bg
  NIC handle: TE1

NAME SERVER INFORMATION:
ns1.example.net
ns2.example.net (192.0.2.1)

DNSSEC: Inactive
`,
    told: {
      registered: '2004-02-13T11:15:20Z',
      expires: '2029-04-06T21:00:00Z',
      status: ['registered'],
      nameServers,
      signed: false,
    },
  },
  '.rs': {
    domain: 'example.rs',
    text: `%
%This is the RNIDS Whois server.
%
% Date Format         : DD.MM.YYYY

Domain name: example.rs
Domain status: Active https://www.rnids.rs/en/domain-name-status-codes#Active
Registration date: 08.11.2018 22:06:38
Modification date: 01.11.2024 14:23:58
Expiration date: 08.11.2029 22:06:38
Confirmed: 28.11.2018 22:06:38
Registrar: Lab Registrar d.o.o.


DNS: ns1.example.net -
DNS: ns2.example.net - 192.0.2.1


DNSSEC signed: no


Registrant: Individual

Administrative contact: Individual
`,
    told: {
      registrar: 'Lab Registrar d.o.o.',
      registered: '2018-11-08T22:06:38Z',
      updated: '2024-11-01T14:23:58Z',
      expires: '2029-11-08T22:06:38Z',
      status: ['ok'],
      nameServers,
      signed: false,
    },
  },
  '.ru': {
    domain: 'example.ru',
    text: `% TCI Whois Service. Terms of use:
% https://tcinet.example/documents/whois_ru_rf.pdf (in Russian)

domain:        EXAMPLE.RU
nserver:       ns1.example.net.
nserver:       ns2.example.net. 192.0.2.1, 2001:db8::1
state:         REGISTERED, DELEGATED, VERIFIED
org:           Example LLC
taxpayer-id:   7704582421
registrar:     LAB-RU
admin-contact: https://registrar.example/whois
created:       2004-03-03T21:00:00Z
paid-till:     2029-03-04T21:00:00Z
free-date:     2029-04-05
source:        TCI

Last updated on 2026-01-01T13:11:30Z
`,
    told: {
      registrar: 'LAB-RU',
      registered: '2004-03-03T21:00:00Z',
      expires: '2029-03-04T21:00:00Z',
      status: ['registered', 'delegated', 'verified'],
      nameServers,
      organization: 'Example LLC',
    },
  },
  '.ua': {
    domain: 'example.com.ua',
    text: `% Request from 192.0.2.1
% This is the Ukrainian Whois query server #S.

domain:           example.com.ua
dom-public:       NO
registrant:       ex1
mnt-by:           ua.lab
nserver:          ns1.example.net
nserver:          ns2.example.net
status:           clientDeleteProhibited
status:           clientTransferProhibited
created:          2002-12-04 00:00:00+02
modified:         2024-11-02 11:52:29+02
expires:          2029-12-04 00:00:00+02
source:           UAEPP

% Registrar:
% ==========
registrar:        ua.lab
organization:     Lab Registrar LLC
organization-loc: Lab Registrar LLC
url:              http://registrar.example
city:             Kyiv
country:          UA
abuse-email:      abuse@registrar.example
abuse-phone:      +380.445550100
source:           UAEPP

% Registrant:
% ===========
person:           n/a
person-loc:       Somebody
organization-loc: Example LLC
e-mail:           not published
country-loc:      PL
status:           ok
status:           linked
created:          2018-02-27 21:07:26+02
source:           UAEPP

% Administrative Contacts:
% =======================
organization-loc: Somebody Else
country-loc:      DE
status:           linked
created:          2019-02-27 21:07:26+02
source:           UAEPP

% Query time:     23 msec
`,
    told: {
      registrar: 'Lab Registrar LLC',
      abuseEmail: 'abuse@registrar.example',
      abusePhone: '+380.445550100',
      registered: '2002-12-03T22:00:00Z',
      updated: '2024-11-02T09:52:29Z',
      expires: '2029-12-03T22:00:00Z',
      status: ['clientDeleteProhibited', 'clientTransferProhibited'],
      nameServers,
      organization: 'Example LLC',
      country: 'PL',
    },
  },
  '.by': {
    domain: 'example.by',
    text: `Domain Name: example.by
Registrar: Lab Registrar LLC
Person: HIDDEN!
Email: HIDDEN! Details are available at http://www.cctld.by/whois/
Name Server: ns1.example.net
Name Server: ns2.example.net
Updated Date: 2024-08-04
Creation Date: 2018-07-25
Expiration Date: 2029-07-25
-------------------------------------------
Service provided by Somebody Else, Ltd.
`,
    told: {
      registrar: 'Lab Registrar LLC',
      registered: '2018-07-25',
      updated: '2024-08-04',
      expires: '2029-07-25',
      nameServers,
    },
  },
  '.md': {
    domain: 'example.md',
    text: `Domain   name:  example.md
Domain  state:  OK, Delegated

Registered on:  2006-05-02
Expires    on:  2029-05-02

Nameserver:     ns1.example.net
Nameserver:     ns2.example.net 192.0.2.1
`,
    told: {
      registered: '2006-05-02',
      expires: '2029-05-02',
      status: ['ok', 'delegated'],
      nameServers,
    },
  },
};
