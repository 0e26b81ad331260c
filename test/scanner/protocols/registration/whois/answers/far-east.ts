import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

export const farEasternAnswers: RecordedAnswers = {
  '.jp of a company': {
    domain: 'example.co.jp',
    text: `[ JPRS database provides information on network administration. Its use is    ]
[ restricted to network administration purposes. For further information,     ]
[ use 'whois -h whois.jprs.jp help'. To suppress Japanese output, add'/e'     ]
[ at the end of command, e.g. 'whois -h whois.jprs.jp xxx/e'.                 ]
Domain Information:
a. [Domain Name]                EXAMPLE.CO.JP
g. [Organization]               Example K.K.
l. [Organization Type]          Corporation
m. [Administrative Contact]     AA00001JP
n. [Technical Contact]          BB00001JP
p. [Name Server]                ns1.example.net
p. [Name Server]                ns2.example.net
s. [Signing Key]
[State]                         Connected (2027/03/31)
[Lock Status]                   AgentChangeLocked
[Registered Date]               2001/03/22
[Connected Date]                2001/03/22
[Last Update]                   2024/04/01 01:05:57 (JST)
`,
    told: {
      registered: '2001-03-22',
      updated: '2024-03-31T16:05:57Z',
      status: ['connected'],
      nameServers,
      organization: 'Example K.K.',
    },
  },
  '.jp': {
    domain: 'example.jp',
    text: `[ JPRS database provides information on network administration. Its use is    ]
[ restricted to network administration purposes.                              ]
Domain Information:
[Domain Name]                   EXAMPLE.JP

[Registrant]                    Example LLC

[Name Server]                   ns1.example.net
[Name Server]                   ns2.example.net
[Signing Key]

[Created on]                    2005/05/30
[Expires on]                    2029/05/31
[Status]                        Active
[Lock Status]                   DomainTransferLocked
[Last Updated]                  2024/06/01 01:05:04 (JST)

Contact Information:
[Name]                          Somebody
[Email]                         somebody@example.jp
[Web Page]
[Postal code]                   000-0000
[Postal Address]                Somewhere
`,
    told: {
      registered: '2005-05-30',
      updated: '2024-05-31T16:05:04Z',
      expires: '2029-05-31',
      status: ['ok'],
      nameServers,
    },
  },
  '.kr': {
    domain: 'example.co.kr',
    text: `query : example.co.kr


# KOREAN(UTF8)

도메인이름                  : example.co.kr
등록인                      : 주식회사 예제
등록일                      : 1999. 07. 28.
최근 정보 변경일            : 2024. 10. 04.
사용 종료일                 : 2029. 07. 28.
정보공개여부                : Y
등록대행자                  : (주)등록(http://registrar.example)
DNSSEC                      : 미서명
등록정보 보호               : clientDeleteProhibited

1차 네임서버 정보
   호스트이름               : ns1.example.net

2차 네임서버 정보
   호스트이름               : ns2.example.net


# ENGLISH

Domain Name                 : example.co.kr
Registrant                  : Example Korea, LLC
Administrative Contact(AC)  : Somebody
AC E-Mail                   : somebody@example.co.kr
Registered Date             : 1999. 07. 28.
Last Updated Date           : 2024. 10. 04.
Expiration Date             : 2029. 07. 28.
Publishes                   : Y
Authorized Agency           : Lab Registrar Corp.(http://registrar.example)
DNSSEC                      : unsigned
Domain Status               : clientDeleteProhibited

Primary Name Server
   Host Name                : ns1.example.net

Secondary Name Server
   Host Name                : ns2.example.net
   IP Address               : 192.0.2.1

- KISA/KRNIC WHOIS Service -
`,
    told: {
      registrar: 'Lab Registrar Corp.',
      registered: '1999-07-28',
      updated: '2024-10-04',
      expires: '2029-07-28',
      status: ['clientDeleteProhibited'],
      nameServers,
      signed: false,
    },
  },
  '.cn': {
    domain: 'example.cn',
    text: `Domain Name: example.cn
ROID: 20030311s10001s00000000-cn
Domain Status: clientDeleteProhibited
Domain Status: serverTransferProhibited
Registrant: 示例有限公司
Registrant Contact Email: somebody@example.cn
Sponsoring Registrar: 注册商有限公司
Name Server: ns1.example.net
Name Server: ns2.example.net
Registration Time: 2003-03-17 12:20:05
Expiration Time: 2029-03-17 12:48:36
DNSSEC: unsigned
`,
    told: {
      handle: '20030311s10001s00000000-cn',
      registrar: '注册商有限公司',
      registered: '2003-03-17T12:20:05Z',
      expires: '2029-03-17T12:48:36Z',
      status: ['clientDeleteProhibited', 'serverTransferProhibited'],
      nameServers,
      signed: false,
    },
  },
  '.hk': {
    domain: 'example.hk',
    text: `
----------------------------------------------------------------------
 Whois server by HKIRC
----------------------------------------------------------------------
 .hk top level Domain names can be registered via HKIRC-Accredited Registrars.
----------------------------------------------------------------------


Domain Name:  EXAMPLE.HK

Domain Status: Active

DNSSEC:  unsigned

Contract Version:   Refer to registrar

Active variants

Inactive variants

Registrar Name: Lab Registrar Limited

Registrar Contact Information:

Reseller:




Registrant Contact Information:

Company English Name (It should be the same as the registered/corporation name on your Business Register Certificate or relevant documents):  EXAMPLE LIMITED
Company Chinese name:
Address:  1 EXAMPLE ROAD
Country: Hong Kong (HK)
Email:  somebody@example.hk
Domain Name Commencement Date: 11-07-2017
Expiry Date: 11-07-2029
Re-registration Status:  Complete



Technical Contact Information:

Given Name:  Somebody
Company Name:  Somebody Else

Name Servers Information:

NS1.EXAMPLE.NET
NS2.EXAMPLE.NET



Status Information:

Domain Prohibit Status:



----------------------------------------------------------------------
WHOIS Terms of Use
You are not authorised to use high-volume, electronic or automated processes, including, for excessive use of the service.
`,
    told: {
      registrar: 'Lab Registrar Limited',
      registered: '2017-07-11',
      expires: '2029-07-11',
      status: ['ok'],
      nameServers,
      signed: false,
      organization: 'EXAMPLE LIMITED',
      country: 'Hong Kong (HK)',
    },
  },
  '.tw': {
    domain: 'example.com.tw',
    text: `Domain Name: example.com.tw
   Domain Status: clientUpdateProhibited,clientTransferProhibited
   Registrant:
      Example Inc.
      Somebody  somebody@example.com.tw
      +886.25550100
      Somewhere
      TW

   Administrative Contact:
      Somebody  somebody@example.com.tw
      +886.25550100

   Record expires on 2029-11-09 (YYYY-MM-DD)
   Record created on 2000-08-29 (YYYY-MM-DD)

   Domain servers in listed order:
      ns1.example.net
      ns2.example.net      192.0.2.1

Registration Service Provider: Lab Registrar, Inc.
Registration Service URL: http://registrar.example/

[Provided by NeuStar Registry Gateway Services]
`,
    told: {
      registrar: 'Lab Registrar, Inc.',
      registered: '2000-08-29',
      expires: '2029-11-09',
      status: ['clientUpdateProhibited', 'clientTransferProhibited'],
      nameServers,
    },
  },
};
