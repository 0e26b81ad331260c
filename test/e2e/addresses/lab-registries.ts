import { createServer, type ServerOptions } from 'node:https';
import { createServer as createTcp } from 'node:net';

export const registryAddress = '198.18.12.1';
export const rootAddress = '198.18.12.2';

/** The lists of RDAP services for domains and addresses (RFC 9224), by their files. */
export const bootstrapFiles = {
  'dns.json': services([['example'], ['https://rdap.nic.example/']]),
  'ipv4.json': services([['5.0.0.0/8'], ['https://rdap.nic.example/']]),
  'ipv6.json': services([['2a00::/12'], ['https://rdap.nic.example/']]),
} as const;

function services(...entries: readonly (readonly (readonly string[])[])[]): string {
  return JSON.stringify({ version: '1.0', publication: '2026-11-01T00:00:00Z', services: entries });
}

/** As RIPE's service answers: the abuse contact is an entity within an entity. */
const network = {
  objectClassName: 'ip network',
  rdapConformance: ['rdap_level_0', 'cidr0'],
  handle: '5.9.9.0 - 5.9.9.255',
  startAddress: '5.9.9.0',
  endAddress: '5.9.9.255',
  ipVersion: 'v4',
  name: 'LAB-NET',
  country: 'DE',
  status: ['active'],
  cidr0_cidrs: [{ v4prefix: '5.9.9.0', length: 24 }],
  remarks: [{ description: ['Lab Hosting'] }],
  events: [
    { eventAction: 'registration', eventDate: '2015-03-01T00:00:00Z' },
    { eventAction: 'last changed', eventDate: '2024-03-01T00:00:00Z' },
  ],
  entities: [
    {
      objectClassName: 'entity',
      handle: 'ORG-LAB',
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Lab Hosting GmbH'],
          ['kind', {}, 'text', 'org'],
        ],
      ],
      entities: [
        {
          objectClassName: 'entity',
          roles: ['abuse'],
          vcardArray: [
            'vcard',
            [
              ['version', {}, 'text', '4.0'],
              ['fn', {}, 'text', 'Abuse Desk'],
              ['email', {}, 'text', 'abuse@lab.example'],
            ],
          ],
        },
      ],
    },
  ],
};

/** How often the registries were asked. */
export const registriesAsked = { count: 0 };

/** A registry's RDAP and WHOIS. Of 5.10/16 RDAP says that it is asked too often, so that WHOIS has to tell. */
export async function startRegistries(tls: ServerOptions): Promise<void> {
  const rdap = createServer(tls, (request, response) => {
    registriesAsked.count++;
    const address = request.url?.replace(/^\/ip\//, '') ?? '';
    if (address.startsWith('5.10.')) return void response.writeHead(429, { 'retry-after': '1' }).end();
    const isKnown = address.startsWith('5.9.9.');
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/rdap+json' });
    response.end(JSON.stringify(isKnown ? network : { errorCode: 404 }));
  });
  rdap.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => rdap.listen(443, registryAddress, () => resolve()));
  await listen(
    rootAddress,
    () => '% IANA WHOIS server\r\n\r\nrefer: whois.nic.example\r\n\r\ninetnum: 5.0.0.0 - 5.255.255.255\r\n',
  );
  await listen(registryAddress, whoisAnswer);
}

/** A WHOIS server (RFC 3912). */
function listen(address: string, answer: (question: string) => string): Promise<void> {
  const server = createTcp((socket) => {
    registriesAsked.count++;
    socket.on('error', () => {});
    socket.once('data', (data) => socket.end(answer(data.toString('latin1').trim())));
  });
  return new Promise((resolve) => server.listen(43, address, () => resolve()));
}

function whoisAnswer(question: string): string {
  if (!/^5\.10\./.test(question.replace(/^-r /, ''))) return '%% no entries found\r\n';
  return [
    '% This is the lab database query service.',
    '',
    "% Abuse contact for '5.10.0.0 - 5.10.255.255' is 'abuse@wide.example'",
    '',
    'inetnum:        5.10.0.0 - 5.10.255.255',
    'netname:        WIDE-NET',
    'descr:          Wide Networks',
    'country:        SE',
    'status:         ASSIGNED PA',
    'created:        2012-05-04T10:11:12Z',
    'last-modified:  2022-05-04T10:11:12Z',
    'source:         LAB',
    '',
  ].join('\r\n');
}
