import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { labNetworks } from '../../../../scanner/bench/lab/raise-network.ts';
import { runTool } from '../../../../scanner/bench/lab/run-tool.ts';
import { createWhoisScanner } from '../../../../scanner/checks/whois/scan-whois.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createNameResolver } from '../../../../scanner/network/dns/name-resolver.ts';
import { createGuardedFetch } from '../../../../scanner/network/guarded-fetch.ts';
import { createWhoisExchange } from '../../../../scanner/network/whois/create-whois-exchange.ts';
import type { NameResolver } from '../../../../scanner/ports/name-resolver.ts';
import { RegistrationDirectory } from '../../../../scanner/protocols/registration/registration-directory.ts';
import { systemClock } from '../../../../shared/system/system.ts';
import { labNetwork } from '../../../support/lab/lab-network.ts';
import { labScan } from '../../../support/lab/lab-scan.ts';
import {
  bootstrapFile,
  type OddRdap,
  startRdapServer,
  startWhoisServer,
} from '../../../support/lab/registry.ts';
import { runCase } from '../../../support/lab/run-case.ts';
import { makeAuthority, makeServer } from '../../../support/x509/make-certificate.ts';
import { privateAddresses, privateHosts, rebindingHost } from './private-targets-cases.ts';

const server = '198.18.12.1';
const ports = [43, 80, 443];
const lived = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) };
const root = makeAuthority('Lab root', lived);
const certificate = makeServer(['rdap.nic.example', rebindingHost], root, lived);
const tls = {
  key: certificate.key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  cert: certificate.pem,
};

/** Counts the connections that arrive at private addresses, whatever for. */
async function listenPrivately(): Promise<{ seen: string[] }> {
  const seen: string[] = [];
  for (const address of privateAddresses) {
    const isV6 = address.includes(':');
    if (address !== '127.0.0.1' && address !== '::1')
      await runTool('ip', [
        'address',
        'add',
        `${address}/${isV6 ? '128' : '32'}`,
        'dev',
        'lo',
        ...(isV6 ? ['nodad'] : []),
      ]);
    for (const port of ports) {
      const listener = createServer((socket) => {
        seen.push(`${address} ${port}`);
        socket.on('error', () => {}).destroy();
      });
      listener.listen(port, address);
      await once(listener, 'listening');
    }
  }
  return { seen };
}

const hosts = Object.values(privateHosts);
const redirect =
  (location: string): OddRdap =>
  (_, response) =>
    response.writeHead(302, { location }).end();
/** A domain for each way to be sent on, and a top-level domain for each server that one is referred to. */
const ways = hosts.flatMap((host) => [`https://${host}/domain/x`, `http://${host}/`, `https://${host}:43/`]);
const rdap = Object.fromEntries(ways.map((location, index) => [`way${index}.example`, redirect(location)]));
const rebound = { 'again.example': redirect(`https://${rebindingHost}/domain/again.example`) };
const plain = hosts.map((host) => host.replace(/^\[|\]$/g, ''));

await runCase(
  {
    zones: [
      {
        name: 'nic.example',
        records: `rdap A ${server}\nwhois A ${server}\ninner A 10.0.0.1\nmapped AAAA ::ffff:10.0.0.1`,
      },
    ],
  },
  async (lab) => {
    const { seen } = await listenPrivately();
    const asked = new Map<string, number>();
    const registry = {
      registrations: [],
      rdap: { ...rdap, ...rebound },
      referrals: {
        ...Object.fromEntries(plain.map((host, index) => [`tld${index}`, host])),
        rebinding: rebindingHost,
        example: 'whois.nic.example',
      },
      asked,
    };
    await startRdapServer(server, tls, registry);
    await startWhoisServer(server, registry);

    /** Scans all of it by a policy; what is said of rebinding counts its lookups. */
    const scanAll = async (allowed: readonly string[]) => {
      const policy = new AddressPolicy(allowed);
      const real = createNameResolver(labNetwork(lab));
      let lookups = 0;
      const resolver: NameResolver = {
        addresses: async (name, signal) => {
          if (name !== rebindingHost) return real.addresses(name, signal);
          return [++lookups === 1 ? server : '10.0.0.1'];
        },
      };
      const fetch = createGuardedFetch({
        resolver,
        policy,
        userAgent: 'Sonde tests',
        extraAuthorities: [root.pem],
      });
      const whois = createWhoisExchange({ policy, resolver, timeouts: { connect: 500, answer: 500 } });
      const services = [
        'example https://rdap.nic.example/',
        ...hosts.map((host, index) => `service${index} https://${host}/`),
        `renamed https://${rebindingHost}/`,
      ];
      const scanner = createWhoisScanner(
        new RegistrationDirectory({
          rdap: { text: bootstrapFile(services.join('\n')) },
          whoisRoot: 'whois.nic.example',
          clock: systemClock,
        }),
      );
      const domains = [
        ...Object.keys(registry.rdap),
        ...plain.map((_, index) => `x.tld${index}`),
        ...hosts.map((_, index) => `x.service${index}`),
        'x.renamed',
        'x.rebinding',
      ];
      const before = seen.length;
      // One after the other: the rebinding name changes with its first lookup.
      for (const domain of domains) {
        const signal = AbortSignal.timeout(3_000);
        await scanner.scan(domain, { ...labScan(lab), fetch, whois, signal }).catch(() => undefined);
      }
      return { domains: domains.length, lookups, seen: [...new Set(seen.slice(before))] };
    };

    const guarded = await scanAll(labNetworks);
    const redirects = [...asked.keys()].filter((what) => what.startsWith('rdap way')).length;
    const referrals = [...asked.keys()].filter((what) => what.startsWith('whois tld')).length;
    // The same where all may be reached: what proves that the listeners hear, and that the attacks would arrive.
    const open = await scanAll(['0.0.0.0/0', '::/0']);
    for (const address of privateAddresses) {
      const socket = connect(43, address);
      await once(socket, 'close').catch(() => undefined);
    }
    const heard = [...new Set(seen.filter((what) => what.endsWith(' 43')))].length;
    return { guarded, open, redirects, referrals, heard, ways: ways.length };
  },
);
