import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

export const alpineAnswers: RecordedAnswers = {
  '.it': {
    domain: 'example.it',
    text: `
*********************************************************************
* Please note that the following result could be a subgroup of      *
* the data contained in the database.                               *
*********************************************************************

Domain:             example.it
Status:             ok
Signed:             no
Created:            1999-12-10 00:00:00
Last Update:        2024-05-07 00:54:15
Expire Date:        2029-04-21

Registrant
  Organization:     Example S.r.l.
  Address:          Via Example 1
                    Roma
                    00100
                    RM
                    IT
  Created:          2018-03-02 19:04:02
  Last Update:      2018-03-02 19:04:02

Admin Contact
  Name:             Somebody
  Organization:     Somebody Else
  Created:          2018-03-12 23:25:59

Registrar
  Organization:     Lab Registrar S.p.A.
  Name:             LAB-REG
  Web:              https://registrar.example
  DNSSEC:           no


Nameservers
  ns1.example.net
  ns2.example.net
`,
    told: {
      registrar: 'Lab Registrar S.p.A.',
      registered: '1999-12-10',
      updated: '2024-05-07T00:54:15Z',
      expires: '2029-04-21',
      status: ['ok'],
      nameServers,
      signed: false,
      organization: 'Example S.r.l.',
    },
  },
  '.at': {
    domain: 'example.at',
    text: `% Copyright (c) 2026 by NIC.AT (1)

domain:         example.at
registrar:      Lab Registrar GmbH ( https://nic.at/registrar/1 )
registrant:     EX1-NICAT
tech-c:         OT1-NICAT
nserver:        ns1.example.net
remarks:        192.0.2.1
nserver:        ns2.example.net
changed:        20110426 17:57:27
source:         AT-DOM

personname:
organization:   Somebody Else
street address: Gasse 1
country:        Germany
nic-hdl:        OT1-NICAT
changed:        20210617 21:36:20
source:         AT-DOM

personname:     Somebody
organization:   Example GmbH
street address: Gasse 2
postal code:    1010
city:           Wien
country:        Austria
e-mail:         somebody@example.at
nic-hdl:        EX1-NICAT
changed:        20220111 00:07:31
source:         AT-DOM
`,
    told: {
      registrar: 'Lab Registrar GmbH',
      updated: '2011-04-26T17:57:27Z',
      nameServers,
      organization: 'Example GmbH',
      country: 'Austria',
    },
  },
  '.ch and .li': {
    domain: 'example.ch',
    text: `whois: This information is subject to an Acceptable Use Policy.

Domain name:
example.ch

Holder:
Example AG
Somebody
Strasse 1
CH-8000 Zurich
Switzerland

Registrar:
Lab Registrar AG

First registration date:
31 May 1999

DNSSEC:N

Name servers:
ns1.example.net
ns2.example.net\t[192.0.2.1]
`,
    told: { registrar: 'Lab Registrar AG', registered: '1999-05-31', nameServers, signed: false },
  },
  '.lu': {
    domain: 'example.lu',
    text: `% All rights reserved.
%
% WHOIS example.lu
domainname:     example.lu
domaintype:     ACTIVE
nserver:        ns1.example.net
nserver:        ns2.example.net
ownertype:      ORGANISATION
org-country:    US
registrar-name:         Lab Registrar
registrar-email:        info@registrar.example
registrar-url:          http://registrar.example/
registrar-country:      GB
%
whois-web:         https://www.dns.example/
`,
    told: { registrar: 'Lab Registrar', status: ['ok'], nameServers, country: 'US' },
  },
  '.ie': {
    domain: 'example.ie',
    text: `Domain Name: example.ie
Registry Domain ID: 1-IEDR
Registrar WHOIS Server: whois.registry.example
Updated Date: 2024-05-13T13:30:24Z
Creation Date: 2002-03-21T00:00:00Z
Registry Expiry Date: 2029-03-21T14:09:37Z
Registrar: Lab Registrar Ltd
Registrar IANA ID: not applicable
Registrar Abuse Contact Email: abuse@registrar.example
Registrar Abuse Contact Phone: +353.15550100
Domain Status: serverUpdateProhibited https://icann.org/epp#serverUpdateProhibited
Registry Registrant ID: 2-IEDR
Registrant Name: Example Limited
Name Server: ns1.example.net
Name Server: ns2.example.net
DNSSEC: unsigned
`,
    told: {
      handle: '1-IEDR',
      registrar: 'Lab Registrar Ltd',
      abuseEmail: 'abuse@registrar.example',
      abusePhone: '+353.15550100',
      registered: '2002-03-21',
      updated: '2024-05-13T13:30:24Z',
      expires: '2029-03-21T14:09:37Z',
      status: ['serverUpdateProhibited'],
      nameServers,
      signed: false,
    },
  },
  '.ie of old': {
    domain: 'example.ie',
    text: `% Rights restricted by copyright

Domain:                  example.ie
Domain Holder:           Example, Inc
Admin-c:                 AAA1-IEDR
Account Name:            Lab Registrar
Registrar Abuse Contact: Service not supported currently
Registration Date:       21-March-2002
Renewal Date:            21-March-2029
Holder-type:             Billable
Locked status:           YES
Renewal status:          Active
In-zone:                 1
Nserver:                 ns1.example.net
Nserver:                 ns2.example.net
`,
    told: { registered: '2002-03-21', expires: '2029-03-21', nameServers },
  },
  '.pt': {
    domain: 'example.pt',
    text: `Domain: example.pt
Domain Status: Registered
Creation Date: 09/01/2003 00:00:00
Expiration Date: 28/02/2030 23:59:32
Owner Name: Example Lda
Owner Address: Rua Example 1
Owner Locality: Lisboa
Owner Country Code: PT
Admin Name: Somebody
Admin Country Code: US
Name Server: ns1.example.net | IPv4:  and IPv6:
Name Server: ns2.example.net | IPv4: 192.0.2.1 and IPv6: 2001:db8::1
`,
    told: {
      registered: '2003-01-09',
      expires: '2030-02-28T23:59:32Z',
      status: ['registered'],
      nameServers,
      country: 'PT',
    },
  },
};
