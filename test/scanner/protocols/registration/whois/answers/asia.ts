import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

export const asianAnswers: RecordedAnswers = {
  '.mo': {
    domain: 'example.mo',
    text: `% Domain Information over Whois protocol
%
% Monic Whois Server Version 1.0

Domain Name: example.mo
Record created on 2018-02-05 22:59:12.55172
Record expires on 2029-02-05

Registrant:
-----------------------------------------------------
Org:          Example Lda
Name:         Somebody
City:
Country / Region:      MO
E-mail:       somebody@example.mo

Admin Contact(s):
-----------------------------------------------------
Org:          Somebody Else
Country / Region:      PT

Domain name servers:
-----------------------------------------------------
ns1.example.net
ns2.example.net
`,
    told: {
      registered: '2018-02-05T22:59:12Z',
      expires: '2029-02-05',
      nameServers,
      organization: 'Example Lda',
      country: 'MO',
    },
  },
  '.sg of old': {
    domain: 'example.sg',
    text: `----------------------------------------------------------------------
SGNIC WHOIS Server
----------------------------------------------------------------------

The following data is provided for information purposes only.

Registrar:\t\tLAB REGISTRAR PTE

\tDomain Name:\t\tEXAMPLE.SG
\tCreation Date:\t\t03-Jan-2005 12:00:00
\tModified Date:\t\t02-Dec-2024 18:09:56
\tExpiration Date:\t03-Jan-2029 00:00:00
\tDomain Status:\t\tOK
\tDomain Status:\t\tCLIENTUPDATEPROHIBITED
\tDomain Status:\t\tVerifiedID@SG-NotRequired

\tRegistrant:

\t\tName:\t\tEXAMPLE PTE LTD (SGNIC-ORG1)

\tAdministrative Contact:

\t\tName:\t\tSOMEBODY (SGNIC-ORG2)

\tName Servers:

\t\tNS1.EXAMPLE.NET
\t\tNS2.EXAMPLE.NET

\tDNSSEC:
\t\tunsigned
`,
    told: {
      registrar: 'LAB REGISTRAR PTE',
      registered: '2005-01-03T12:00:00Z',
      updated: '2024-12-02T18:09:56Z',
      expires: '2029-01-03',
      status: ['ok', 'clientUpdateProhibited'],
      nameServers,
      signed: false,
    },
  },
  '.th': {
    domain: 'example.co.th',
    text: `Whois Server Version 2.1.6

Domain Name:     EXAMPLE.CO.TH
Registrar:       T.H.NIC Co., Ltd.
Name Server:     NS1.EXAMPLE.NET
Name Server:     NS2.EXAMPLE.NET (192.0.2.1)
DNSSEC:          unsigned
Status:          ACTIVE
Updated date:    12 Jun 2024
Created date:    08 Oct 2004
Renew date:      07 Oct 2028
Exp date:        07 Oct 2029
Domain Holder Organization: Example (Thailand) Co., Ltd.
Domain Holder Street:       Somewhere
Domain Holder Country:      TH
Tech Contact:               00001
Tech Organization:          Somebody Else
Tech Country:               US

>>> Last update of WHOIS data: 2026-01-01T03:43:27Z <<<
`,
    told: {
      registrar: 'T.H.NIC Co., Ltd.',
      registered: '2004-10-08',
      updated: '2024-06-12',
      expires: '2029-10-07',
      status: ['ok'],
      nameServers,
      signed: false,
      organization: 'Example (Thailand) Co., Ltd.',
      country: 'TH',
    },
  },
  '.ir': {
    domain: 'example.ir',
    text: `% This is the IRNIC Whois server v1.6.2.

domain:\t\texample.ir
ascii:\t\texample.ir
remarks:\t(Domain Holder) Example Co.
remarks:\t(Domain Holder Address) Somewhere, IR
holder-c:\tex1-irnic
admin-c:\tot1-irnic
tech-c:\t\tot1-irnic
nserver:\tns1.example.net
nserver:\tns2.example.net
last-updated:\t2024-12-02
expire-date:\t2029-10-27
source:\t\tIRNIC # Filtered

nic-hdl:\tot1-irnic
org:\t\tSomebody Else
e-mail:\t\tother@example.ir
source:\t\tIRNIC # Filtered

nic-hdl:\tex1-irnic
org:\t\tExample Co.
e-mail:\t\tsomebody@example.ir
source:\t\tIRNIC # Filtered
`,
    told: {
      updated: '2024-12-02',
      expires: '2029-10-27',
      nameServers,
      organization: 'Example Co.',
    },
  },
  '.kz': {
    domain: 'example.kz',
    text: `Whois Server for the KZ top level domain name.

Domain Name............: example.kz

Organization Using Domain Name
Name...................: Example LLP
Organization Name......: Example LLP
Street Address.........: Somewhere
State..................: ALM
Postal Code............: 000000
Country................: KZ

Administrative Contact/Agent
NIC Handle.............: C000000000001-KZ
Name...................: Somebody
Phone Number...........: +7.5550100
Email Address..........: somebody@example.kz

Nameserver in listed order

Primary server.........: ns1.example.net
Primary ip address.....: 192.0.2.1

Secondary server.......: ns2.example.net
Secondary ip address...: 198.51.100.1


Domain created: 1999-06-07 13:01:43 (GMT+0:00)
Last modified : 2024-11-28 03:16:59 (GMT+0:00)
Domain status : ok - Normal state.

Registar created: KAZNIC
Current Registar: LAB-KZ
`,
    told: {
      registrar: 'LAB-KZ',
      registered: '1999-06-07T13:01:43Z',
      updated: '2024-11-28T03:16:59Z',
      status: ['ok'],
      nameServers,
      organization: 'Example LLP',
      country: 'KZ',
    },
  },
};
