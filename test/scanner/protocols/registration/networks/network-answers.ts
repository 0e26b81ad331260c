import { americanAndAsianAnswers } from './american-and-asian-answers.ts';
import type { NetworkAnswersByRegistry } from './network-answers-by-registry.ts';

/** Answers about 192.0.2.1 in the forms of the registries, with made-up contents, and what they tell. */
export const networkAnswers: NetworkAnswersByRegistry = {
  RIPE: {
    text: `% This is the RIPE Database query service.
% The objects are in RPSL format.
%
% Note: this output has been filtered.

% Information related to '192.0.2.0 - 192.0.2.255'

% Abuse contact for '192.0.2.0 - 192.0.2.255' is 'abuse@example.net'

inetnum:        192.0.2.0 - 192.0.2.255
netname:        EXAMPLE-NET
descr:          Example network
remarks:        Geofeed https://example.net/geofeed.csv
country:        DE
org:            ORG-EX1-RIPE
admin-c:        OTH1-RIPE
status:         ASSIGNED PA
mnt-by:         EXAMPLE-MNT
created:        2011-08-11T10:00:00Z
last-modified:  2024-02-03T10:00:00Z
source:         RIPE

organisation:   ORG-EX1-RIPE
org-name:       Example GmbH
country:        AT
org-type:       LIR
created:        2001-08-11T10:00:00Z
last-modified:  2025-02-03T10:00:00Z
source:         RIPE # Filtered

role:           Somebody Else
abuse-mailbox:  other@example.org
nic-hdl:        OTH1-RIPE
created:        2002-08-11T10:00:00Z
source:         RIPE # Filtered

% Information related to '192.0.2.0/24AS64500'

route:          192.0.2.0/24
descr:          Somebody Else
origin:         AS64500
created:        2003-08-11T10:00:00Z
source:         RIPE

% This query was served by the RIPE Database Query Service version 1.1
`,
    told: {
      name: 'EXAMPLE-NET',
      geofeed: 'https://example.net/geofeed.csv',
      description: 'Example network',
      organization: 'Example GmbH',
      country: 'DE',
      abuseContact: 'abuse@example.net',
      registeredAt: '2011-08-11T10:00:00.000Z',
      updatedAt: '2024-02-03T10:00:00.000Z',
      status: ['ASSIGNED PA'],
    },
  },
  APNIC: {
    text: `% [whois.apnic.net]
% Whois data copyright terms    http://www.apnic.net/db/dbcopyright.html

% Information related to '192.0.2.0 - 192.0.2.255'

% Abuse contact for '192.0.2.0 - 192.0.2.255' is 'abuse@example.net'

inetnum:        192.0.2.0 - 192.0.2.255
netname:        EXAMPLE-AP
descr:          Example network
descr:          Second line
country:        AU
org:            ORG-EX1-AP
admin-c:        AA1-AP
abuse-c:        AE1-AP
status:         ASSIGNED PORTABLE
mnt-by:         APNIC-HM
geofeed:        https://example.net/geofeed.csv
last-modified:  2023-04-26T22:57:58Z
source:         APNIC

irt:            IRT-EXAMPLE-AU
address:        Somewhere
e-mail:         other@example.org
abuse-mailbox:  other@example.org
mnt-by:         EXAMPLE
last-modified:  2025-04-26T02:01:16Z
source:         APNIC

organisation:   ORG-EX1-AP
org-name:       Example Pty Ltd
org-type:       LIR
country:        NZ
last-modified:  2025-09-05T02:15:19Z
source:         APNIC

% This query was served by the APNIC Whois Service
`,
    told: {
      name: 'EXAMPLE-AP',
      geofeed: 'https://example.net/geofeed.csv',
      description: 'Example network',
      organization: 'Example Pty Ltd',
      country: 'AU',
      abuseContact: 'abuse@example.net',
      updatedAt: '2023-04-26T22:57:58.000Z',
      status: ['ASSIGNED PORTABLE'],
    },
  },
  AFRINIC: {
    text: `% This is the AfriNIC Whois server.
% The AFRINIC whois database is subject to terms.

% Information related to '192.0.2.0 - 192.0.2.255'

% No abuse contact registered for 192.0.2.0 - 192.0.2.255

inetnum:        192.0.2.0 - 192.0.2.255
netname:        EXAMPLE-AF
descr:          Example network
country:        KE
admin-c:        EX1-AFRINIC
status:         ASSIGNED PA
mnt-by:         EXAMPLE-MNT
source:         AFRINIC # Filtered
parent:         192.0.0.0 - 192.255.255.255

person:         Somebody
nic-hdl:        EX1-AFRINIC
source:         AFRINIC # Filtered
`,
    told: {
      name: 'EXAMPLE-AF',
      description: 'Example network',
      country: 'KE',
      status: ['ASSIGNED PA'],
    },
  },
  ARIN: {
    text: `#
# ARIN WHOIS data and services are subject to the Terms of Use
#


# start

NetRange:       192.0.0.0 - 192.0.255.255
CIDR:           192.0.0.0/16
NetName:        WIDE
NetHandle:      NET-192-0-0-0-1
Parent:         NET192 (NET-192-0-0-0-0)
NetType:        Direct Allocation
OriginAS:       AS64501
Organization:   Wide Corp. (WIDE)
RegDate:        1999-01-01
Updated:        2025-12-14
Ref:            https://rdap.example/ip/192.0.0.0


OrgName:        Wide Corp.
OrgId:          WIDE
Country:        CA
RegDate:        1998-01-01
Updated:        2025-11-13
ReferralServer: rwhois://rwhois.example.org:4321


OrgAbuseHandle: WIDE1-ARIN
OrgAbuseName:   Abuse
OrgAbusePhone:  +1-555-010-0000
OrgAbuseEmail:  other@example.org
OrgAbuseRef:    https://rdap.example/entity/WIDE1-ARIN

# end


# start

NetRange:       192.0.2.0 - 192.0.2.255
CIDR:           192.0.2.0/24
NetName:        EXAMPLE
NetHandle:      NET-192-0-2-0-1
Parent:         WIDE (NET-192-0-0-0-1)
NetType:        Reallocated
OriginAS:
Organization:   Example Inc. (EXAM)
RegDate:        2005-05-05
Updated:        2021-12-14
Comment:        Geofeed https://example.net/geofeed.csv
Ref:            https://rdap.example/ip/192.0.2.0


OrgName:        Example Inc.
OrgId:          EXAM
Address:        1 Example Street
Country:        US
RegDate:        2004-01-01
Updated:        2024-01-01


OrgAbuseHandle: ABUSE1-ARIN
OrgAbuseName:   Abuse
OrgAbuseEmail:  abuse@example.net

OrgTechHandle: TECH1-ARIN
OrgTechEmail:  other@example.org

# end
`,
    told: {
      handle: 'NET-192-0-2-0-1',
      name: 'EXAMPLE',
      geofeed: 'https://example.net/geofeed.csv',
      organization: 'Example Inc.',
      country: 'US',
      abuseContact: 'abuse@example.net',
      registeredAt: '2005-05-05T00:00:00.000Z',
      updatedAt: '2021-12-14T00:00:00.000Z',
      status: ['Reallocated'],
    },
  },
  "ARIN, of a provider's customer": {
    text: `
NetRange:       192.0.2.0 - 192.0.2.255
CIDR:           192.0.2.0/24
NetName:        CUSTOMER-NET
NetHandle:      NET-192-0-2-0-2
Parent:         WIDE (NET-192-0-0-0-1)
NetType:        Reassigned
OriginAS:
Customer:       Example Customer (C00000001)
RegDate:        2015-05-05
Updated:        2015-06-06


CustName:       Example Customer
Address:        1 Example Street
Country:        US
RegDate:        2015-05-05
Updated:        2015-06-06

OrgAbuseHandle: ABUSE1-ARIN
OrgAbuseEmail:  abuse@example.net
`,
    told: {
      handle: 'NET-192-0-2-0-2',
      name: 'CUSTOMER-NET',
      organization: 'Example Customer',
      country: 'US',
      abuseContact: 'abuse@example.net',
      registeredAt: '2015-05-05T00:00:00.000Z',
      updatedAt: '2015-06-06T00:00:00.000Z',
      status: ['Reassigned'],
    },
  },
  ...americanAndAsianAnswers,
};

/** Answers that name no network of 192.0.2.1, and what they are. */
export const networkRefusals: readonly (readonly [text: string, code: 'absent' | 'limited' | 'malformed'])[] =
  [
    ['%ERROR:101: no entries found\n%\n% No entries found in source RIPE.\n', 'absent'],
    ['\nNo match found for n + 192.0.2.1.\n', 'absent'],
    ['% No match for "192.0.2.1"\n', 'absent'],
    [
      '%ERROR:201: access denied for 198.51.100.1\n%\n% Queries from your IP address have passed the daily limit.',
      'limited',
    ],
    ['%error 230 No objects found\n', 'absent'],
    ['% Query rate limit exceeded\n', 'limited'],
    ['Query rate limit exceeded. Please wait and try again.\n', 'limited'],
    ['inetnum: 198.51.100.0 - 198.51.100.255\nnetname: OTHER\n', 'malformed'],
    ['inetnum: 0.0.0.0 - 255.255.255.255\nnetname: IANA-BLK\n', 'malformed'],
    ['', 'malformed'],
  ];
