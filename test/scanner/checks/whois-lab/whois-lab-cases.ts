import type { OddRdap, OddWhois } from '../../../support/lab/registry.ts';

/** Days from today, as a date. */
export function day(fromNow: number): string {
  return new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
}

/** domain | registered | expires | registrar | name servers | status | signed */
export const registrations = `
  well.example    | 2015-03-01 | ${day(900)}  | Lab Registrar | ns1.well.example      | clientTransferProhibited | signed
  soon.example    | 2015-03-01 | ${day(20)}   | Lab Registrar | ns1.soon.example      | ok                       | signed
  ended.example   | 2015-03-01 | ${day(-3)}   | Lab Registrar | ns1.ended.example     | ok                       | signed
  young.example   | ${day(-5)} | ${day(360)}  | Lab Registrar | ns1.young.example     | clientTransferProhibited | signed
  held.example    | 2015-03-01 | ${day(900)}  | Lab Registrar | ns1.held.example      | clientHold               | signed
  leaving.example | 2015-03-01 | ${day(900)}  | Lab Registrar | ns1.leaving.example   | pendingDelete            | signed
  moving.example  | 2015-03-01 | ${day(900)}  | Lab Registrar | ns1.moving.example    | pendingTransfer          | signed
  other.example   | 2015-03-01 | ${day(900)}  | Lab Registrar | ns1.elsewhere.example | clientTransferProhibited | signed
  unsigned.example| 2015-03-01 | ${day(900)}  | Lab Registrar | ns1.unsigned.example  | clientTransferProhibited |
  shop.old        | 2015-03-01 | ${day(900)}  | Old Registrar | ns1.shop.old          | clientTransferProhibited | signed
  limited.example | 2015-03-01 | ${day(900)}  | Lab Registrar | ns1.limited.example   | clientTransferProhibited | signed
`;

const json = { 'content-type': 'application/rdap+json' };
const status =
  (code: number, headers: Record<string, string> = json, body = '{}'): OddRdap =>
  (_, response) =>
    response.writeHead(code, headers).end(body);

/** A body without an end. */
const flood: OddRdap = (_, response) => {
  response.writeHead(200, json);
  response.on('error', () => {});
  const piece = Buffer.alloc(65_536, 0x20);
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

export interface HostileCase {
  readonly domain: string;
  readonly rdap?: OddRdap;
  readonly whois?: OddWhois;
  /** Codes of the errors, RDAP's first. */
  readonly errors: readonly string[];
}

/** Domains that no registry has, whose servers misbehave. The root of WHOIS leads all to one server. */
export const hostile: readonly HostileCase[] = [
  { domain: 'flood.example', rdap: flood, errors: ['too_large', 'malformed'], whois: 'hello' },
  {
    domain: 'circle.example',
    rdap: (request, response) => response.writeHead(302, { location: request.url ?? '/' }).end(),
    whois: '',
    errors: ['malformed', 'malformed'],
  },
  {
    domain: 'plain.example',
    rdap: status(301, { location: 'http://rdap.nic.example/domain/plain.example' }),
    whois: 'Domain Name: other.example',
    errors: ['refused', 'malformed'],
  },
  {
    domain: 'inside.example',
    rdap: status(302, { location: 'https://127.0.0.1/domain/inside.example' }),
    whois: 'Query rate limit exceeded.',
    errors: ['refused', 'limited'],
  },
  {
    domain: 'html.example',
    rdap: status(200, { 'content-type': 'text/html' }, '<html>welcome</html>'),
    whois: (socket) => void socket.end(Buffer.alloc(1_000_000, 0x61)),
    errors: ['malformed', 'too_large'],
  },
  {
    domain: 'page404.example',
    rdap: status(404, { 'content-type': 'text/html' }, '<html>no such page</html>'),
    whois: (socket) => void socket.destroy(),
    errors: ['bad_status', 'malformed'],
  },
  {
    domain: 'wrong.example',
    rdap: status(200, json, '{"objectClassName": "domain", "ldhName": "well.example"}'),
    whois: 'Domain Name: well.example\nRegistrar: Wrong\n',
    errors: ['malformed', 'malformed'],
  },
  {
    domain: 'broken.example',
    rdap: status(200, json, '{"objectClassName": "domain", "ldhName": "broken.exam'),
    whois: (socket) => void socket.resetAndDestroy(),
    errors: ['malformed', 'unreachable'],
  },
  {
    domain: 'deep.example',
    rdap: status(200, json, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    whois: 'x:'.repeat(30_000),
    errors: ['malformed', 'malformed'],
  },
  { domain: 'slow.example', rdap: () => {}, whois: () => {}, errors: ['timeout', 'timeout'] },
];
