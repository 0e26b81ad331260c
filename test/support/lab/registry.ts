import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { createServer, type Socket } from 'node:net';

/** A registered domain, out of a line: `shop.example | 2015-03-01 | 2030-03-01 | Registrar | ns1.shop.example | ok | signed`. */
export interface LabRegistration {
  readonly domain: string;
  readonly registered: string;
  readonly expires: string;
  readonly registrar: string;
  readonly nameServers: readonly string[];
  readonly status: readonly string[];
  readonly signed: boolean;
}

/** Reads lines; lists have spaces between their items, and what is left out at the end is empty. */
export function readRegistrations(lines: string): LabRegistration[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [
        domain = '',
        registered = '',
        expires = '',
        registrar = '',
        servers = '',
        status = '',
        signed = '',
      ] = line.split('|').map((part) => part.trim());
      return {
        domain,
        registered,
        expires,
        registrar,
        nameServers: servers.split(/\s+/).filter((name) => name !== ''),
        status: status.split(/\s+/).filter((name) => name !== ''),
        signed: signed === 'signed',
      };
    });
}

/** What answers in place of the registry for one domain. */
export type OddRdap = (request: IncomingMessage, response: ServerResponse) => void;
export type OddWhois = string | ((socket: Socket) => void);

export interface LabRegistry {
  readonly registrations: readonly LabRegistration[];
  /** By domain. */
  readonly rdap?: Readonly<Record<string, OddRdap>>;
  readonly whois?: Readonly<Record<string, OddWhois>>;
  /** Top-level domains that the root of WHOIS knows, and their servers. */
  readonly referrals?: Readonly<Record<string, string>>;
  /** How often each was asked, by `rdap domain` and `whois line`. */
  readonly asked?: Map<string, number>;
}

/** An RDAP service (RFC 9082) at an address of the lab, port 443. Runs until the program ends. */
export function startRdapServer(address: string, tls: ServerOptions, registry: LabRegistry): Promise<void> {
  const server = createHttps(tls, (request, response) => {
    const domain = decodeURIComponent(request.url?.replace(/^\/domain\//, '') ?? '');
    count(registry, `rdap ${domain}`);
    const odd = registry.rdap?.[domain];
    if (odd !== undefined) return odd(request, response);
    const found = registry.registrations.find((one) => one.domain === domain);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/rdap+json' });
    response.end(JSON.stringify(found === undefined ? { errorCode: 404 } : rdapObject(found)));
  });
  server.on('tlsClientError', () => {});
  return new Promise((resolve) => server.listen(443, address, () => resolve()));
}

/** A WHOIS server (RFC 3912), of the root and of registries at once, at an address of the lab, port 43. */
export function startWhoisServer(address: string, registry: LabRegistry): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const line = data.toString('latin1').trim();
      count(registry, `whois ${line}`);
      const odd = registry.whois?.[line];
      if (typeof odd === 'function') return odd(socket);
      const found = registry.registrations.find((one) => one.domain === line);
      const referral = registry.referrals?.[line];
      if (odd !== undefined) socket.end(odd);
      else if (referral !== undefined) socket.end(`domain: ${line}\r\nwhois: ${referral}\r\n`);
      else socket.end(found === undefined ? 'No match.\r\n' : whoisText(found));
    });
  });
  return new Promise((resolve) => server.listen(43, address, () => resolve()));
}

/** A bootstrap file (RFC 9224): `example https://rdap.nic.example/` a line. */
export function bootstrapFile(lines: string): string {
  const services = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/))
    .map(([domain, url]) => [[domain], [url]]);
  return JSON.stringify({ version: '1.0', services });
}

export function rdapObject(one: LabRegistration): object {
  return {
    objectClassName: 'domain',
    rdapConformance: ['rdap_level_0'],
    ldhName: one.domain,
    status: one.status.map((status) => status.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
    events: [
      { eventAction: 'registration', eventDate: `${one.registered}T00:00:00Z` },
      { eventAction: 'expiration', eventDate: `${one.expires}T00:00:00Z` },
    ],
    nameservers: one.nameServers.map((ldhName) => ({ objectClassName: 'nameserver', ldhName })),
    secureDNS: { delegationSigned: one.signed },
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        vcardArray: ['vcard', [['fn', {}, 'text', one.registrar]]],
      },
    ],
  };
}

export function whoisText(one: LabRegistration): string {
  return [
    `Domain Name: ${one.domain.toUpperCase()}`,
    `Registrar: ${one.registrar}`,
    `Creation Date: ${one.registered}T00:00:00Z`,
    `Registry Expiry Date: ${one.expires}T00:00:00Z`,
    ...one.status.map((status) => `Domain Status: ${status}`),
    ...one.nameServers.map((name) => `Name Server: ${name.toUpperCase()}`),
    `DNSSEC: ${one.signed ? 'signedDelegation' : 'unsigned'}`,
    '',
  ].join('\r\n');
}

function count({ asked }: LabRegistry, key: string): void {
  asked?.set(key, (asked.get(key) ?? 0) + 1);
}
