import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

export const nearEasternAnswers: RecordedAnswers = {
  '.il': {
    domain: 'example.co.il',
    text: `% The data in the WHOIS database of the .il registry is provided
% by ISOC-IL for information purposes.

query:        example.co.il

reg-name:     example
domain:       example.co.il

descr:        Example Ltd.
descr:        Somewhere
phone:        +972 5 550100
e-mail:       somebody AT example.co.il
admin-c:      DT-AA1-IL
zone-c:       DT-AA2-IL
nserver:      ns1.example.net
nserver:      ns2.example.net
assigned:     05-06-1999
validity:     05-06-2029
DNSSEC:       unsigned
status:       Transfer Locked
changed:      registrar AT ns.il 19990605 (Assigned)
changed:      domain-registrar AT isoc.org.il 20020926 (Changed)
changed:      domain-registrar AT isoc.org.il 20241216 (Changed)

person:       Somebody
address      Somewhere
nic-hdl:      DT-AA1-IL
changed:      Managing Registrar 20250329

registrar name: Lab Registrar Ltd
registrar info: https://registrar.example
`,
    told: {
      registrar: 'Lab Registrar Ltd',
      registered: '1999-06-05',
      updated: '2024-12-16',
      expires: '2029-06-05',
      status: ['transferLocked'],
      nameServers,
      signed: false,
    },
  },
  '.tr': {
    domain: 'example.com.tr',
    text: `** Domain Name: example.com.tr
Domain Status: Active
Frozen Status: -
Transfer Status: The domain is LOCKED to transfer.

** Registrant:
   Example Ltd. Sti.
   Hidden upon user request
   Hidden upon user request

** Registrar:
NIC Handle\t\t: lab1-metu
Organization Name\t: Lab Registrar A.S.
Address\t\t\t: Somewhere
Phone\t\t\t: +90-212-5550100-
Fax\t\t\t: +90-212-5550101-

** Domain Servers:
ns1.example.net
ns2.example.net 192.0.2.1

** Additional Info:
Created on..............: 2001-Aug-23.
Expires on..............: 2029-Aug-22.

** Whois Server:
Last Update Time: 2026-01-01T00:00:00+03:00
`,
    told: {
      registrar: 'Lab Registrar A.S.',
      registered: '2001-08-23',
      expires: '2029-08-22',
      status: ['ok'],
      nameServers,
    },
  },
  '.sa': {
    domain: 'example.com.sa',
    text: `% SaudiNIC Whois server.
% Rights restricted by copyright.

Domain Name: example.com.sa

 Registrant:
 Example Inc.
 Address: Somewhere
  Riyadh
 Saudi Arabia

 Administrative Contact:
  Somebody
  Address: Somewhere
  11423 Riyadh

 Name Servers:
  ns1.example.net
  ns2.example.net (192.0.2.1)

Created on: 2004-01-11
Last Updated on: 2024-02-06
`,
    told: { registered: '2004-01-11', updated: '2024-02-06', nameServers },
  },
  '.tn': {
    domain: 'example.tn',
    text: `NIC Whois server for cctlds : .tn

Domain name.........: example.tn
Creation date.......: 04-05-2009 00:00:00 GMT+1
Domain status.......: Active
Registrar...........: Lab Registrar SARL

Owner Contact
Name................: Somebody
First name..........: Some
Address.............: Somewhere
Country.............: TN
Email...............: somebody@example.tn
Creation date.......: 01-02-2010 00:00:00 GMT+1

Administrativ contact
Name................: Somebody Else
Country.............: FR

DNSSEC..............: unsigned

DNS servers
Name................: ns1.example.net.

DNS servers
Name................: ns2.example.net.
`,
    told: {
      registrar: 'Lab Registrar SARL',
      registered: '2009-05-03T23:00:00Z',
      status: ['ok'],
      nameServers,
      signed: false,
      country: 'TN',
    },
  },
  '.au': {
    domain: 'example.com.au',
    text: `Domain Name: EXAMPLE.COM.AU
Registry Domain ID: D400000000000000000-AU
Registrar WHOIS Server: whois.auda.org.au
Registrar URL: http://registrar.example
Last Modified: 2024-01-13T09:11:03Z
Registrar Name: Lab Registrar Pty Ltd
Registrar Abuse Contact Email: abuse@registrar.example
Registrar Abuse Contact Phone: +61.25550100
Reseller Name:
Status: serverUpdateProhibited https://identitydigital.au/get-au/whois-status-codes#serverUpdateProhibited
Status: clientTransferProhibited https://identitydigital.au/get-au/whois-status-codes#clientTransferProhibited
Status Reason: Protected
Registrant Contact ID: abcd
Registrant Contact Name: Somebody
Tech Contact ID: efgh
Tech Contact Name: Somebody
Name Server: ns1.example.net
Name Server IP: 192.0.2.1
Name Server: ns2.example.net
DNSSEC: unsigned
Registrant: EXAMPLE PTY LTD
Registrant ID: ABN 12 345 678 901
Eligibility Type: Company

>>> Last update of WHOIS database: 2026-01-01T12:00:00Z <<<

Identity Digital Australia Pty Ltd reserves the right to rate limit queries; access denied is told to those who exceed.
`,
    told: {
      handle: 'D400000000000000000-AU',
      registrar: 'Lab Registrar Pty Ltd',
      abuseEmail: 'abuse@registrar.example',
      abusePhone: '+61.25550100',
      updated: '2024-01-13T09:11:03Z',
      status: ['serverUpdateProhibited', 'clientTransferProhibited'],
      nameServers,
      signed: false,
    },
  },
  '.nz of old': {
    domain: 'example.nz',
    text: `% Terms of Use
%
% It is prohibited to:
% - Send high volume WHOIS queries
%
version: 8.0
query_datetime: 2026-01-01T12:40:06+13:00
domain_name: example.nz
query_status: 200 Active
domain_dateregistered: 2014-10-12T23:35:35+13:00
domain_datelastmodified: 2024-10-12T23:35:35+13:00
domain_delegaterequested: yes
domain_signed: no
%
registrar_name: Lab Registrar Ltd
registrar_city: Wellington
registrar_country: NZ (NEW ZEALAND)
registrar_phone: +64 4 5550100
registrar_email: dns@registrar.example
%
ns_name_01: ns1.example.net
ns_name_02: ns2.example.net
%
`,
    told: {
      registrar: 'Lab Registrar Ltd',
      registered: '2014-10-12T10:35:35Z',
      updated: '2024-10-12T10:35:35Z',
      status: ['ok'],
      nameServers,
      signed: false,
    },
  },
  '.ca of old': {
    domain: 'example.ca',
    text: `Domain name:           example.ca
Domain status:         registered
Creation date:         2000/10/04
Expiry date:           2029/04/28
Updated date:          2024/03/28
DNSSEC:                Unsigned

Registrar:
    Name:              Lab Registrar Inc.
    Number:            5000001

Registrant:
    Name:              Example Canada Corporation

Administrative contact:
    Name:              Somebody
    Postal address:    Somewhere

Name servers:
    ns1.example.net    192.0.2.1
    ns2.example.net

% WHOIS look-up made at 2026-01-01 10:24:03 (GMT)
% Use of CIRA's WHOIS service is governed by the Terms of Use in its Legal Notice
`,
    told: {
      registrar: 'Lab Registrar Inc.',
      registered: '2000-10-04',
      updated: '2024-03-28',
      expires: '2029-04-28',
      status: ['registered'],
      nameServers,
      signed: false,
    },
  },
};
