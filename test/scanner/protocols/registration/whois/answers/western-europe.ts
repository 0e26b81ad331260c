import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

export const westernAnswers: RecordedAnswers = {
  '.uk': {
    domain: 'example.co.uk',
    text: `
    Domain name:
        example.co.uk

    Data validation:
        Nominet was able to match the registrant's name and address against a 3rd party data source on 01-Jan-2020

    Registrar:
        Lab Registrar Ltd t/a Lab [Tag = LAB]
        URL: https://registrar.example

    Relevant dates:
        Registered on: 14-Feb-1999
        Expiry date:  14-Feb-2029
        Last updated:  13-Jan-2024

    Registration status:
        Registered until expiry date.

    Name servers:
        ns1.example.net           192.0.2.1  2001:db8::1
        ns2.example.net

    DNSSEC:
        Signed

    WHOIS lookup made at 12:00:00 01-Jan-2026
`,
    told: {
      registrar: 'Lab Registrar Ltd t/a Lab',
      registered: '1999-02-14',
      updated: '2024-01-13',
      expires: '2029-02-14',
      nameServers,
      signed: true,
    },
  },
  '.de': {
    domain: 'example.de',
    text: `% Restricted rights.
%
% The DENIC whois service on port 43 doesn't disclose any information concerning
% the domain holder, general request and abuse contact.

Domain: example.de
Nserver: ns1.example.net
Nserver: ns2.example.net 192.0.2.1 2001:db8:0:0:0:0:0:1
Dnskey: 257 3 8 AwEAAc
Status: connect
Changed: 2018-03-12T21:44:25+01:00
`,
    told: { updated: '2018-03-12T20:44:25Z', status: ['connect'], nameServers, signed: true },
  },
  '.fr': {
    domain: 'example.fr',
    text: `%%
%% This is the AFNIC Whois server.
%%

domain:                        example.fr
status:                        ACTIVE
eppstatus:                     serverUpdateProhibited
eppstatus:                     clientTransferProhibited
hold:                          NO
holder-c:                      EX1-FRNIC
admin-c:                       OT1-FRNIC
tech-c:                        OT1-FRNIC
registrar:                     LAB REGISTRAR SAS
Expiry Date:                   2027-12-30T17:16:48Z
created:                       2000-07-26T22:00:00Z
last-update:                   2024-12-03T10:12:00.351952Z
source:                        FRNIC

nserver:                       ns1.example.net
nserver:                       ns2.example.net [192.0.2.1]
source:                        FRNIC

registrar:                     LAB REGISTRAR SAS
address:                       1 rue Example
country:                       FR
phone:                         +33.155501000
e-mail:                        info@registrar.example
website:                       https://registrar.example
anonymous:                     No
registered:                    2002-01-10T00:00:00Z
source:                        FRNIC

nic-hdl:                       OT1-FRNIC
type:                          ORGANIZATION
contact:                       Somebody Else
country:                       US
registrar:                     LAB REGISTRAR SAS
changed:                       2025-08-04T15:20:16Z
anonymous:                     NO
eppstatus:                     associated
eppstatus:                     active
eligstatus:                    not identified
source:                        FRNIC

nic-hdl:                       EX1-FRNIC
type:                          ORGANIZATION
contact:                       Example SARL
address:                       1 rue Example
country:                       FR
changed:                       2025-08-05T15:20:16Z
eligstatus:                    ok
source:                        FRNIC
`,
    told: {
      registrar: 'LAB REGISTRAR SAS',
      registered: '2000-07-26T22:00:00Z',
      updated: '2024-12-03T10:12:00Z',
      expires: '2027-12-30T17:16:48Z',
      status: ['ok', 'serverUpdateProhibited', 'clientTransferProhibited'],
      nameServers,
      organization: 'Example SARL',
      country: 'FR',
    },
  },
  '.nl': {
    domain: 'example.nl',
    text: `Domain name: example.nl
Status:      active

Reseller:
   Somebody Else
   Examplestraat 1
   1000AA Amsterdam
   Netherlands

Registrar:
   Lab Registrar B.V.
   Examplestraat 2
   1000AA Amsterdam
   Netherlands

Abuse Contact:
   +31.205550100
   abuse@registrar.example

DNSSEC:      yes

Domain nameservers:
   ns1.example.net
   ns2.example.net        192.0.2.1

Creation Date: 1998-02-20

Updated Date: 2025-09-12

Record maintained by: SIDN BV

As the registrant's address is not in the Netherlands, the registrant is obliged by the General Terms.
`,
    told: {
      registrar: 'Lab Registrar B.V.',
      abuseEmail: 'abuse@registrar.example',
      abusePhone: '+31.205550100',
      registered: '1998-02-20',
      updated: '2025-09-12',
      status: ['ok'],
      nameServers,
      signed: true,
    },
  },
  '.be': {
    domain: 'example.be',
    text: `% .be Whois Server 6.1
%
Domain:\texample.be
Status:\tNOT AVAILABLE
Registered:\tTue Dec 12 2000

Registrant:
\tNot shown, please visit www.dnsbelgium.be for webbased whois.

Registrar Technical Contacts:
\tOrganisation:\tSomebody Else
\tLanguage:\ten
\tPhone:\t+32.25550100


Registrar:
\tName:\tLab Registrar BV
\tWebsite:\thttps://registrar.example

Nameservers:
\tns1.example.net
\tns2.example.net (192.0.2.1)

Keys:
\tkeyTag:42 flags:KSK protocol:3 algorithm:ECDSAP256SHA256 pubKey:AwEA

Flags:
\tclientTransferProhibited

Please visit www.dnsbelgium.be for more info.
`,
    told: {
      registrar: 'Lab Registrar BV',
      registered: '2000-12-12',
      status: ['clientTransferProhibited'],
      nameServers,
      signed: true,
    },
  },
  '.eu': {
    domain: 'example.eu',
    text: `% WHOIS example.eu
Domain: example.eu
Script: LATIN

Registrant:
        NOT DISCLOSED!
        Visit www.eurid.eu for the web-based WHOIS.

Technical:
        Organisation: Somebody Else
        Language: en
        Email: tech@example.eu

Registrar:
        Name: Lab Registrar GmbH
        Website: https://registrar.example

Name servers:
        ns1.example.net (192.0.2.1)
        ns1.example.net (2001:db8::1)
        ns2.example.net

Keys:
        flags:KSK protocol:3 algorithm:RSA_SHA256 pubKey:AwEAAcOQ

Please visit www.eurid.eu for more info.
`,
    told: { registrar: 'Lab Registrar GmbH', nameServers, signed: true },
  },
};
