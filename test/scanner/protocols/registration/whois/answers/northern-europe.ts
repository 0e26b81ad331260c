import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

export const northernAnswers: RecordedAnswers = {
  '.se and .nu': {
    domain: 'example.se',
    text: `# Copyright (c) 1997- The Swedish Internet Foundation.
# All rights reserved.
# Result of search for registered domain names under
# the .se top level domain.
state:            active
domain:           example.se
holder:           abcdef1234-00001
created:          2003-08-27
modified:         2024-09-18
expires:          2029-10-20
transferred:      2009-03-06
nserver:          ns1.example.net
nserver:          ns2.example.net 192.0.2.1
dnssec:           signed delegation
registry-lock:    unlocked
status:           serverUpdateProhibited
status:           serverDeleteProhibited
registrar:        Lab Registrar AB
`,
    told: {
      registrar: 'Lab Registrar AB',
      registered: '2003-08-27',
      updated: '2024-09-18',
      expires: '2029-10-20',
      status: ['serverUpdateProhibited', 'serverDeleteProhibited'],
      nameServers,
      signed: true,
    },
  },
  '.dk': {
    domain: 'example.dk',
    text: `# Hello 192.0.2.1. Your session has been logged.
#
# Version: 5.2.0

Domain:               example.dk
DNS:                  example.dk
Registered:           1999-01-10
Expires:              2029-03-31
Registration period:  1 year
VID:                  yes
DNSSEC:               Unsigned delegation, no records
Status:               Active

Registrant
Handle:               ***N/A***
Name:                 Example ApS
Address:              Gade 1
Postalcode:           1218
City:                 København K
Country:              DK

Nameservers
Hostname:             ns1.example.net
Hostname:             ns2.example.net
`,
    told: {
      registered: '1999-01-10',
      expires: '2029-03-31',
      status: ['ok'],
      nameServers,
      signed: false,
      country: 'DK',
    },
  },
  '.no': {
    domain: 'example.no',
    text: `% By looking up information in the domain registration directory
% service, you confirm that you accept the terms.

Domain Information

NORID Handle...............: EXA1D-NORID
Domain Name................: example.no
Registrar Handle...........: REG1-NORID
Tech-c Handle..............: XX1R-NORID
Name Server Handle.........: NSEX1H-NORID
Name Server Handle.........: NSEX2H-NORID
DNSSEC.....................: Signed

Additional information:
Created:         1999-11-15
Last updated:    2024-10-17
`,
    told: {
      handle: 'EXA1D-NORID',
      registered: '1999-11-15',
      updated: '2024-10-17',
      signed: true,
    },
  },
  '.fi': {
    domain: 'example.fi',
    text: `
domain.............: example.fi
status.............: Registered
created............: 8.7.2012 04:04:23
expires............: 7.7.2029 22:16:55
available..........: 7.8.2029 22:16:55
modified...........: 9.3.2024
holder transfer....: 8.1.2014
RegistryLock.......: no

Nameservers

nserver............: ns1.example.net [OK]
nserver............: ns2.example.net [OK]

DNSSEC

dnssec.............: unsigned delegation

Holder

name...............: Example Oy
register number....: 1234567-8
address............: Katu 1
country............: Finland
phone..............:
holder email.......:

Registrar

registrar..........: Lab Registrar Oy
www................: registrar.example

Tech

name...............: Somebody Else
email..............: tech@example.fi

>>> Last update of WHOIS database: 17.4.2026 8:46:14 (EET) <<<
`,
    told: {
      registrar: 'Lab Registrar Oy',
      registered: '2012-07-08T04:04:23Z',
      updated: '2024-03-09',
      expires: '2029-07-07T22:16:55Z',
      status: ['registered'],
      nameServers,
      signed: false,
      country: 'Finland',
    },
  },
  '.is': {
    domain: 'example.is',
    text: `% This is the ISNIC Whois server.
%
% Rights restricted by copyright.

domain:       example.is
registrant:   EX1-IS
admin-c:      EX1-IS
tech-c:       OT1-IS
zone-c:       OT1-IS
billing-c:    OT1-IS
nserver:      ns1.example.net
nserver:      ns2.example.net
dnssec:       unsigned delegation
created:      May 22 2002
expires:      May 22 2029
source:       ISNIC

role:         Example ehf.
nic-hdl:      EX1-IS
address:      IS
e-mail:       hostmaster@example.is
created:      August  6 2001
source:       ISNIC
`,
    told: { registered: '2002-05-22', expires: '2029-05-22', nameServers, signed: false },
  },
  '.ee': {
    domain: 'example.ee',
    text: `Search results may not be used for commercial, advertising, recompilation,
repackaging, redistribution, reuse, obscuring or other similar activities.

Estonia .ee Top Level Domain WHOIS server

Domain:
name:       example.ee
status:     ok (paid and in zone)
registered: 2010-07-04 04:34:46 +03:00
changed:    2024-10-20 20:40:09 +03:00
expire:     2029-11-09
outzone:
delete:

Registrant:
name:       Example OÜ
org id:     1234567
country:    EE
email:      Not Disclosed - Visit www.internet.ee for webbased WHOIS
changed:    2025-10-20 20:40:09 +03:00

Administrative contact:
name:       Not Disclosed - Visit www.internet.ee for webbased WHOIS
changed:    Not Disclosed

Registrar:
name:       Lab Registrar OÜ
url:        http://registrar.example
phone:      +372 5550100
changed:    2020-07-01 13:55:58 +03:00

Name servers:
nserver:   ns1.example.net
nserver:   ns2.example.net
changed:   2010-11-10 14:15:06 +02:00

DNSSEC:
dnskey:   257 3 13 abcdef==
changed:   2019-07-01 13:55:58 +03:00
`,
    told: {
      registrar: 'Lab Registrar OÜ',
      registered: '2010-07-04T01:34:46Z',
      updated: '2024-10-20T17:40:09Z',
      expires: '2029-11-09',
      status: ['ok'],
      nameServers,
      signed: true,
      organization: 'Example OÜ',
      country: 'EE',
    },
  },
  '.lv': {
    domain: 'example.lv',
    text: `[Domain]
Domain: example.lv
Status: active

[Holder]
    Type: Legal person
    Name: Example SIA
    Address: Iela 1, Riga, LV-1000, Latvia
    RegNr: 12345678901
Visit: https://www.nic.example/whois/contact/example.lv to contact.

[Tech]
Type: Natural person
Visit: https://www.nic.example/whois/contact/example.lv to contact.

[Registrar]
    Type: Legal person
    Name: Lab Registrar SIA
    Address: Iela 2, Riga, LV-1000, Latvia
    RegNr: 82-0513468

[Nservers]
Nserver: ns1.example.net
Nserver: ns2.example.net

[Whois]
Updated: 2026-01-01T17:12:28.647770+00:00

[Disclaimer]
% The WHOIS service is provided solely for informational purposes.
`,
    told: {
      registrar: 'Lab Registrar SIA',
      status: ['ok'],
      nameServers,
      organization: 'Example SIA',
    },
  },
  '.lt': {
    domain: 'example.lt',
    text: `% Hello, this is the DOMREG whois service.
%
Domain:\t\t\texample.lt
Status:\t\t\tregistered
Registered:\t\t2018-12-07
Expires:\t\t2029-12-08
%
Registrar:\t\tUAB Lab Registrar
Registrar website:\thttps://registrar.example
Registrar email:\tinfo@registrar.example
%
Contact organization:\tSomebody Else
Contact email:\t\tinfo@example.lt
%
Nameserver:\t\tns1.example.net\t[192.0.2.1]
Nameserver:\t\tns2.example.net\t
`,
    told: {
      registrar: 'UAB Lab Registrar',
      registered: '2018-12-07',
      expires: '2029-12-08',
      status: ['registered'],
      nameServers,
    },
  },
  '.gg and .je': {
    domain: 'example.gg',
    text: `Domain:
     example.gg

Domain Status:
     Active
     Delete Prohibited by Registrar
     Transfer Prohibited by Registrar

Registrant:
     Example Limited

Registrar:
     Lab Registrar (http://registrar.example)

Relevant dates:
     Registered on 30th April 2003 at 00:00:00.000
     Registry fee due on 30th April each year

Registration status:
     Registered until cancelled

Name servers:
     ns1.example.net
     ns2.example.net

WHOIS lookup made on Fri, 6 Dec 2024 at 14:12:16 GMT

They include restrictions and prohibitions on
- exceeding query rate or volume limits.
`,
    told: {
      registrar: 'Lab Registrar',
      registered: '2003-04-30',
      status: ['ok', 'clientDeleteProhibited', 'clientTransferProhibited'],
      nameServers,
    },
  },
};
