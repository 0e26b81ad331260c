import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

/** Registries of generic top-level domains, and country registries that run the same software. */
export const genericAnswers: RecordedAnswers = {
  '.com, a thin registry': {
    domain: 'example.com',
    text: `   Domain Name: EXAMPLE.COM
   Registry Domain ID: 12345_DOMAIN_COM-VRSN
   Registrar WHOIS Server: whois.registrar.example
   Registrar URL: http://www.registrar.example
   Updated Date: 2024-08-14T07:01:34Z
   Creation Date: 1995-08-14T04:00:00Z
   Registry Expiry Date: 2029-08-13T04:00:00Z
   Registrar: Lab Registrar, Inc.
   Registrar IANA ID: 9999
   Registrar Abuse Contact Email: abuse@registrar.example
   Registrar Abuse Contact Phone: +1.5550100
   Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
   Name Server: NS1.EXAMPLE.NET
   Name Server: NS2.EXAMPLE.NET
   DNSSEC: signedDelegation
   DNSSEC DS Data: 370 13 2 BE74359954660069D5C63D200C39F5603827D7DD02B56F120EE9F3A86764247C
   URL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/
>>> Last update of whois database: 2026-01-01T00:00:00Z <<<

For more information on Whois status codes, please visit https://icann.org/epp

NOTICE: The expiration date displayed in this record is the date the registrar's sponsorship ends.
`,
    told: {
      handle: '12345_DOMAIN_COM-VRSN',
      registrar: 'Lab Registrar, Inc.',
      ianaId: 9999,
      abuseEmail: 'abuse@registrar.example',
      abusePhone: '+1.5550100',
      registered: '1995-08-14T04:00:00Z',
      updated: '2024-08-14T07:01:34Z',
      expires: '2029-08-13T04:00:00Z',
      status: ['clientDeleteProhibited', 'clientTransferProhibited'],
      nameServers,
      signed: true,
    },
  },
  'a registrar of .com': {
    domain: 'example.com',
    text: `Domain Name: EXAMPLE.COM
Registry Domain ID: 12345_DOMAIN_COM-VRSN
Registrar WHOIS Server: whois.registrar.example
Registrar URL: https://www.registrar.example
Updated Date: 2024-08-14T07:01:34Z
Creation Date: 1995-08-14T04:00:00Z
Registrar Registration Expiration Date: 2029-08-13T04:00:00Z
Registrar: Lab Registrar, Inc.
Registrar IANA ID: 9999
Registrar Abuse Contact Email: abuse@registrar.example
Registrar Abuse Contact Phone: +1.5550100
Reseller:
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
Registry Registrant ID: Not Available From Registry
Registrant Name: Registration Private
Registrant Organization: Example Trading Ltd
Registrant Street: 1 Example Street
Registrant City: Auckland
Registrant State/Province: AUK
Registrant Postal Code: 1010
Registrant Country: NZ
Registrant Phone: +64.5550100
Registrant Phone Ext:
Registrant Email: Select Contact Domain Holder link at https://www.registrar.example/whois
Registry Admin ID: Not Available From Registry
Admin Name: Registration Private
Admin Organization: Somebody Else
Admin State/Province: WGN
Admin Country: DE
Tech Organization: Somebody Else
Tech Country: DE
Name Server: NS1.EXAMPLE.NET
Name Server: NS2.EXAMPLE.NET
DNSSEC: unsigned
URL of the ICANN WHOIS Data Problem Reporting System: http://wdprs.internic.net/
>>> Last update of WHOIS database: 2026-01-01T00:00:00Z <<<
`,
    told: {
      handle: '12345_DOMAIN_COM-VRSN',
      registrar: 'Lab Registrar, Inc.',
      ianaId: 9999,
      abuseEmail: 'abuse@registrar.example',
      abusePhone: '+1.5550100',
      registered: '1995-08-14T04:00:00Z',
      updated: '2024-08-14T07:01:34Z',
      expires: '2029-08-13T04:00:00Z',
      status: ['clientTransferProhibited'],
      nameServers,
      signed: false,
      organization: 'Example Trading Ltd',
      country: 'NZ',
    },
  },
  '.org, with redactions': {
    domain: 'example.org',
    text: `Domain Name: example.org
Registry Domain ID: REDACTED
Registrar WHOIS Server: http://whois.registrar.example
Updated Date: 2024-02-01T10:11:12Z
Creation Date: 2005-02-03T04:05:06Z
Registry Expiry Date: 2027-02-03T04:05:06Z
Registrar: Lab Registrar, Inc.
Registrar IANA ID: 9999
Registrar Abuse Contact Email: abuse@registrar.example
Registrar Abuse Contact Phone: +1.5550100
Domain Status: ok https://icann.org/epp#ok
Registry Registrant ID: REDACTED
Registrant Name: REDACTED
Registrant Organization: REDACTED FOR PRIVACY
Registrant Country: IS
Name Server: ns1.example.net
Name Server: ns2.example.net
DNSSEC: unsigned
`,
    told: {
      registrar: 'Lab Registrar, Inc.',
      ianaId: 9999,
      abuseEmail: 'abuse@registrar.example',
      abusePhone: '+1.5550100',
      registered: '2005-02-03T04:05:06Z',
      updated: '2024-02-01T10:11:12Z',
      expires: '2027-02-03T04:05:06Z',
      status: ['ok'],
      nameServers,
      signed: false,
      country: 'IS',
    },
  },
  '.name, which tells hardly anything': {
    domain: 'example.name',
    text: `
Disclaimer: the registry makes every effort to keep the data whole.

 ****

 Registry Domain ID: 777_DOMAIN_NAME-VRSN
 Domain Name: EXAMPLE.NAME
 Registrar: Lab Registrar, Inc.
 Registrar IANA ID: 9999
 Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited

>>> Last update of whois database: 2026-01-01T00:00:00Z <<<
`,
    told: {
      handle: '777_DOMAIN_NAME-VRSN',
      registrar: 'Lab Registrar, Inc.',
      ianaId: 9999,
      status: ['clientTransferProhibited'],
    },
  },
  '.edu': {
    domain: 'example.edu',
    text: `This Registry database contains ONLY .EDU domains.

-------------------------------------------------------------

Domain Name: EXAMPLE.EDU

Registrant:
\tExample University
\tOffice of Networks
\t1 Campus Road
\tSpringfield, XX 00000
\tUSA

Administrative Contact:
\tDomain Admin
\tOffice of Networks
\t+1.5550100
\tadmin@example.edu

Name Servers:
\tNS1.EXAMPLE.NET
\tNS2.EXAMPLE.NET

Domain record activated:    25-Apr-1985
Domain record last updated: 25-Mar-2020
Domain expires:             31-Jul-2030
`,
    told: { registered: '1985-04-25', updated: '2020-03-25', expires: '2030-07-31', nameServers },
  },
  '.arpa and .int, by the IANA': {
    domain: 'example.int',
    text: `% IANA WHOIS server
% for more information on IANA, visit http://www.iana.org
% This query returned 1 object

domain:       EXAMPLE.INT

organisation: Example Organization
address:      1 Example Street
address:      Somewhere

contact:      administrative
name:         Somebody
organisation: Somebody Else
phone:        +41 22 555 01 00

contact:      technical
name:         Somebody
e-mail:       tech@example.int
created:      2001-01-01
status:       UNKNOWN

nserver:      NS1.EXAMPLE.NET 192.0.2.1
nserver:      NS2.EXAMPLE.NET 198.51.100.1 2001:db8::1

created:      1988-04-01
changed:      2018-11-02
source:       IANA
`,
    told: { registered: '1988-04-01', updated: '2018-11-02', nameServers },
  },
  '.ke and .ci, by CoCCA': {
    domain: 'example.ke',
    text: `Domain Name: example.ke
Registry Domain ID: 100-KENIC
Registry WHOIS Server: whois.registry.example
Updated Date: 2021-12-14T19:48:34.376Z
Creation Date: 2018-01-10T11:43:08.531Z
Registry Expiry Date: 2027-01-10T11:43:08.599Z
Registrar Registration Expiration Date: 2027-01-10T11:43:08.599Z
Registrar: Lab Registrar Limited
Registrar Abuse Contact Email: abuse@registrar.example
Registrar Phone: +254.5550100
Domain Status: ok https://icann.org/epp#ok
Registrant Name: Redacted | Registry Policy
Registrant Organization: Example LLC
Registrant Country: KE
Admin Organization: Somebody Else
Admin Country: UG
Name Server: ns1.example.net
Name Server: ns2.example.net
DNSSEC: unsigned
`,
    told: {
      handle: '100-KENIC',
      registrar: 'Lab Registrar Limited',
      abuseEmail: 'abuse@registrar.example',
      registered: '2018-01-10T11:43:08.000Z',
      updated: '2021-12-14T19:48:34.000Z',
      expires: '2027-01-10T11:43:08.000Z',
      status: ['ok'],
      nameServers,
      signed: false,
      organization: 'Example LLC',
      country: 'KE',
    },
  },
  '.id and others of the old form without spaces': {
    domain: 'example.co.id',
    text: `Domain ID:PANDI-DO1
Domain Name:EXAMPLE.CO.ID
Created On:18-Dec-2004 13:33:21 UTC
Last Updated On:06-Dec-2018 09:07:33 UTC
Expiration Date:01-Sep-2029 23:59:59 UTC
Status:clientTransferProhibited
Status:serverTransferProhibited
=======================================================
Sponsoring Registrar Organization:Lab Registra
Sponsoring Registrar City:Sleman
Sponsoring Registrar Country:ID
Sponsoring Registrar Phone:5550100
Name Server:NS1.EXAMPLE.NET
Name Server:NS2.EXAMPLE.NET
DNSSEC:Unsigned
`,
    told: {
      handle: 'PANDI-DO1',
      registrar: 'Lab Registra',
      registered: '2004-12-18T13:33:21Z',
      updated: '2018-12-06T09:07:33Z',
      expires: '2029-09-01T23:59:59Z',
      status: ['clientTransferProhibited', 'serverTransferProhibited'],
      nameServers,
      signed: false,
    },
  },
};
