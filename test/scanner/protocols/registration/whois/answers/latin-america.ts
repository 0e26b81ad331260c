import { twoServers as nameServers, type RecordedAnswers } from './recorded-answer.ts';

export const latinAnswers: RecordedAnswers = {
  '.br': {
    domain: 'example.com.br',
    text: `
% Copyright (c) Nic.br - Use of this data is governed by the Use and Privacy Policy
% 2026-01-01T03:22:06-03:00 - IP: 192.0.2.1

domain:      example.com.br
owner:       Exemplo Ltda
ownerid:     00.000.000/0001-00
responsible: Somebody
country:     BR
owner-c:     EXA1
tech-c:      OTH1
nserver:     ns1.example.net
nsstat:      20260101 AA
nslastaa:    20260101
nserver:     ns2.example.net 192.0.2.1
nsstat:      20260101 NOT SYNC ZONE
dsrecord:    12345 ECDSA-SHA-256 ABCDEF
dsstatus:    20260101 DSOK
created:     19990518 #162310
changed:     20240417
expires:     20290518
status:      published

nic-hdl-br:  EXA1
person:      Somebody
e-mail:      somebody@example.com.br
country:     PT
created:     20100520
changed:     20250324

% Security and mail abuse issues should also be addressed to cert.br
`,
    told: {
      registered: '1999-05-18',
      updated: '2024-04-17',
      expires: '2029-05-18',
      status: ['published'],
      nameServers,
      signed: true,
      organization: 'Exemplo Ltda',
      country: 'BR',
    },
  },
  '.ar': {
    domain: 'example.com.ar',
    text: `% La información a la que estás accediendo se provee exclusivamente para
% fines relacionados con operaciones sobre nombres de dominios y DNS.

domain:\t\texample.com.ar
registrant:\t30000000000
registrar:\tnicar
registered:\t1997-05-26 00:00:00
changed:\t2024-05-19 12:18:44.329522
expire:\t\t2029-05-26 00:00:00

contact:\t30000000000
name:\t\tEXAMPLE S.A.
registrar:\tnicar
created:\t2013-10-30 00:00:00
changed:\t2025-03-21 20:38:40.827111

nserver:\tns1.example.net (192.0.2.1/32)
nserver:\tns2.example.net ()
registrar:\tnicar
created:\t2016-06-30 22:15:47.314461
`,
    told: {
      registrar: 'nicar',
      registered: '1997-05-26',
      updated: '2024-05-19T12:18:44Z',
      expires: '2029-05-26',
      nameServers,
    },
  },
  '.cl': {
    domain: 'example.cl',
    text: `%%
%% This is the NIC Chile Whois server (whois.nic.cl).
%%

Domain name: example.cl
Registrant name: Somebody
Registrant organisation: Ejemplo SpA
Registrar name: Lab Registrar SpA
Registrar URL: https://registrar.example/
Creation date: 2002-10-22 17:48:23 CLST
Expiration date: 2029-11-20 14:48:02 CLST
Name server: ns1.example.net
Name server: ns2.example.net

%%
%% For communication with domain contacts please use website.
%%
`,
    told: {
      registrar: 'Lab Registrar SpA',
      registered: '2002-10-22T20:48:23Z',
      expires: '2029-11-20T17:48:02Z',
      nameServers,
      organization: 'Ejemplo SpA',
    },
  },
  '.mx': {
    domain: 'example.com.mx',
    text: `
Domain Name:       example.com.mx

Created On:        2009-05-12
Expiration Date:   2029-05-11
Last Updated On:   2024-04-12
Registrar:         Lab Registrar
URL:               http://registrar.example/

Registrant:
   Name:           Somebody
   City:           Monterrey
   State:          Nuevo Leon
   Country:        Mexico

Administrative Contact:
   Name:           Somebody
   City:           Mountain View
   State:          Active
   Country:        United States

Name Servers:
   DNS:            ns1.example.net
   DNS:            ns2.example.net       192.0.2.1

DNSSEC DS Records:


% NOTICE: The expiration date displayed in this record is the date the
% registrar's sponsorship of the domain name registration currently ends.
`,
    told: {
      registrar: 'Lab Registrar',
      registered: '2009-05-12',
      updated: '2024-04-12',
      expires: '2029-05-11',
      nameServers,
      country: 'Mexico',
    },
  },
  '.ve': {
    domain: 'example.com.ve',
    text: `Servidor Whois del Centro de Información de Red de Venezuela (NIC.VE)

Este servidor contiene información autoritativa exclusivamente de dominios .VE

Titular:
Example C.A. \t\tsomebody@example.com.ve
   Example C.A.
   Somewhere

   Nombre de Dominio: example.com.ve

   Contacto Administrativo:
      Somebody \t\tsomebody@example.com.ve
      Somewhere

   Fecha de Vencimiento: 2029-03-06 00:00:00
   Ultima Actualización: 2024-11-17 20:35:01
   Fecha de Creación: 2003-03-06 00:00:00

   Estatus del dominio: ACTIVO

   Servidor(es) de Nombres de Dominio:

   - ns1.example.net
   - ns2.example.net

NIC-Venezuela - CONATEL
`,
    told: {
      registered: '2003-03-06',
      updated: '2024-11-17T20:35:01Z',
      expires: '2029-03-06',
      status: ['ok'],
      nameServers,
    },
  },
  '.pe': {
    domain: 'example.com.pe',
    text: `Domain Name: example.com.pe
WHOIS Server: NIC .PE
Sponsoring Registrar: Lab Registrar SAC
Domain Status: clientTransferProhibited
Registrant Name: Somebody
Admin Name: Somebody
Admin Email: somebody@example.com.pe
Name Server: ns1.example.net
Name Server: ns2.example.net
DNSSEC: unsigned
>>> Last update of WHOIS database: 2026-01-01T05:53:50.968Z <<<

TERMS OF USE: You are not authorized to access or query our Whois
database through the use of electronic processes that are high-volume and
automated.
`,
    told: {
      registrar: 'Lab Registrar SAC',
      status: ['clientTransferProhibited'],
      nameServers,
      signed: false,
    },
  },
};
