import type { NetworkAnswersByRegistry } from './network-answers-by-registry.ts';

export const americanAndAsianAnswers: NetworkAnswersByRegistry = {
  LACNIC: {
    text: `
% IP Client: 198.51.100.1
% Joint Whois - whois.lacnic.net
%  This server accepts single ASN, IPv4 or IPv6 queries

% LACNIC resource: whois.lacnic.net

% Copyright LACNIC lacnic.net

inetnum:     192.0.2.0/24
status:      reallocated
aut-num:     N/A
owner:       Ejemplo S.A.
ownerid:     AR-EJSA-LACNIC
responsible: Somebody
address:     Somewhere
country:     AR
phone:       +54 11 5550100
owner-c:     OTH
tech-c:      OTH
abuse-c:     EXA
inetrev:     192.0.2.0/24
nserver:     NS1.EXAMPLE.NET
nsstat:      20260101 AA
nslastaa:    20260101
created:     20050505
changed:     20210101
inetnum-up:  192.0.0.0/16

nic-hdl:     OTH
person:      Somebody
e-mail:      other@example.org
country:     UY
created:     20020702
changed:     20220702

nic-hdl:     EXA
person:      Abuse desk
e-mail:      abuse@example.net
country:     UY
created:     20030702
changed:     20230702

% whois.lacnic.net accepts only direct match queries.
`,
    told: {
      handle: 'AR-EJSA-LACNIC',
      description: 'Ejemplo S.A.',
      organization: 'Ejemplo S.A.',
      country: 'AR',
      abuseContact: 'abuse@example.net',
      registeredAt: '2005-05-05T00:00:00.000Z',
      updatedAt: '2021-01-01T00:00:00.000Z',
      status: ['reallocated'],
    },
  },
  'registro.br, with reduced answers': {
    text: `
% Copyright (c) Nic.br
% Query rate limit exceeded. Reduced information.
% 2026-01-01T12:00:00-03:00 - IP: 198.51.100.1

inetnum:     192.0.2.0/24
aut-num:     AS64500
abuse-c:     EXA1
owner:       Exemplo Ltda
ownerid:     00.000.000/0001-00
responsible: Somebody
country:     BR
owner-c:     OTH1
created:     20050505
changed:     20210101

nic-hdl-br:  EXA1
person:      Abuse
e-mail:      abuse@example.net
created:     20120702
changed:     20220702
`,
    told: {
      handle: '00.000.000/0001-00',
      description: 'Exemplo Ltda',
      organization: 'Exemplo Ltda',
      country: 'BR',
      abuseContact: 'abuse@example.net',
      registeredAt: '2005-05-05T00:00:00.000Z',
      updatedAt: '2021-01-01T00:00:00.000Z',
    },
  },
  KRNIC: {
    text: `query : 192.0.2.1


# ENGLISH

KRNIC is not an ISP but a National Internet Registry similar to APNIC.

[ Network Information ]
IPv4 Address       : 192.0.2.0 - 192.0.2.255 (/24)
Organization Name  : Example Korea
Service Name       : EXAMPLENET
Organization ID    : ORG1
Address            : Somewhere
Registration Date  : 20050505

Name               : IP Manager
Phone              : +82-2-5550100
E-Mail             : other@example.org
`,
    told: {
      name: 'EXAMPLENET',
      organization: 'Example Korea',
      registeredAt: '2005-05-05T00:00:00.000Z',
    },
  },
  JPNIC: {
    text: `[ JPNIC database provides information regarding IP address and ASN. Its use   ]
[ is restricted to network administration purposes.                           ]

Network Information:
a. [Network Number]             192.0.2.0/24
b. [Network Name]               EXAMPLE-JP
g. [Organization]               Example K.K.
m. [Administrative Contact]     JP00000001
n. [Technical Contact]          JP00000001
p. [Nameserver]                 ns1.example.net
[Assigned Date]                 2005/05/05
[Return Date]
[Last Update]                   2021/01/01 09:00:00(JST)

Less Specific Info.
----------
Somebody Else Corp.
                     [Allocation]                                   192.0.0.0/16
`,
    told: {
      name: 'EXAMPLE-JP',
      organization: 'Example K.K.',
      registeredAt: '2005-05-05T00:00:00.000Z',
      updatedAt: '2021-01-01T00:00:00.000Z',
    },
  },
};
