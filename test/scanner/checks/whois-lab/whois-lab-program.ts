import { createServer } from 'node:https';
import { labNetworks } from '../../../../scanner/bench/lab/raise-network.ts';
import { createWhoisScanner } from '../../../../scanner/checks/whois/scan-whois.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createNameResolver } from '../../../../scanner/network/dns/name-resolver.ts';
import { createGuardedFetch } from '../../../../scanner/network/guarded-fetch.ts';
import { createWhoisExchange } from '../../../../scanner/network/whois/create-whois-exchange.ts';
import type { ScanPorts } from '../../../../scanner/ports/scanner.ts';
import { RegistrationDirectory } from '../../../../scanner/protocols/registration/registration-directory.ts';
import { systemClock } from '../../../../shared/system/system.ts';
import { labNetwork } from '../../../support/lab/lab-network.ts';
import { labScan } from '../../../support/lab/lab-scan.ts';
import {
  bootstrapFile,
  readRegistrations,
  startRdapServer,
  startWhoisServer,
} from '../../../support/lab/registry.ts';
import { runCase } from '../../../support/lab/run-case.ts';
import { makeAuthority, makeServer } from '../../../support/x509/make-certificate.ts';
import { hostile, registrations } from './whois-lab-cases.ts';

const addresses = { rdap: '198.18.12.1', list: '198.18.12.2', whois: '198.18.12.43' };
const known = readRegistrations(registrations);
const lived = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) };
const root = makeAuthority('Lab root', lived);
const server = makeServer(['rdap.nic.example', 'list.nic.example'], root, lived);
const tls = { key: server.key.privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: server.pem };

await runCase(
  {
    zones: [
      {
        name: 'nic.example',
        records: `rdap A ${addresses.rdap}\nlist A ${addresses.list}\nwhois A ${addresses.whois}`,
      },
      ...known.map(({ domain }) => ({ name: domain, records: '@ A 198.18.10.1' })),
    ],
  },
  async (lab) => {
    const asked = new Map<string, number>();
    const registry = {
      registrations: known,
      rdap: {
        ...Object.fromEntries(
          hostile.flatMap(({ domain, rdap }) => (rdap === undefined ? [] : [[domain, rdap]])),
        ),
      },
      whois: {
        ...Object.fromEntries(
          hostile.flatMap(({ domain, whois }) => (whois === undefined ? [] : [[domain, whois]])),
        ),
      },
      referrals: { old: 'whois.nic.example', example: 'whois.nic.example' },
      asked,
    };
    await startRdapServer(addresses.rdap, tls, registry);
    await startWhoisServer(addresses.whois, registry);
    let lists = 0;
    const list = createServer(tls, (_, response) => {
      lists++;
      response.end(bootstrapFile('example https://rdap.nic.example/'));
    });
    await new Promise<void>((resolve) => list.listen(443, addresses.list, () => resolve()));

    const policy = new AddressPolicy(labNetworks);
    const resolver = createNameResolver(labNetwork(lab));
    const fetch = createGuardedFetch({
      resolver,
      policy,
      userAgent: 'Sonde tests',
      extraAuthorities: [root.pem],
    });
    const whois = createWhoisExchange({ policy, resolver, timeouts: { answer: 500 } });
    const ports = (signal = AbortSignal.timeout(20_000)): ScanPorts => ({
      ...labScan(lab),
      fetch,
      whois,
      signal,
    });
    const directory = (rdap: { url: string } | { text: string } | undefined, whoisRoot?: string) =>
      new RegistrationDirectory({ rdap, whoisRoot, clock: systemClock });
    const url = { url: 'https://list.nic.example/dns.json' };
    const usual = createWhoisScanner(directory(url, 'whois.nic.example'));
    const tell = async (domain: string, scanner = usual, world = ports()) => {
      const { result, findings, errors } = await scanner.scan(domain, world);
      const codes = findings.map(({ status, code }) => `${status}:${code}`);
      return { domain, result, codes, errors };
    };

    const well = await Promise.all(
      [
        'www.well.example',
        ...known.slice(1).map(({ domain }) => domain),
        'nobody.example',
        'nobody.old',
        'example',
      ].map((domain) => tell(domain)),
    );
    const odd = await Promise.all(
      hostile.map(({ domain }) =>
        tell(domain, usual, ports(domain === 'slow.example' ? AbortSignal.timeout(1_500) : undefined)),
      ),
    );
    // A registry that wants to be left alone is, and WHOIS helps out.
    Object.assign(registry.rdap, {
      'limited.example': (_: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(429, { 'retry-after': '600' }).end(),
    });
    const patient = createWhoisScanner(directory(url, 'whois.nic.example'));
    const limited = [await tell('limited.example', patient), await tell('well.example', patient)];
    const rdapAlone = await tell('shop.old', createWhoisScanner(directory({ text: bootstrapFile('') })));
    const whoisAlone = await tell(
      'well.example',
      createWhoisScanner(directory(undefined, 'whois.nic.example')),
    );
    const noList = await tell(
      'well.example',
      createWhoisScanner(directory({ url: 'https://nowhere.nic.example/' }, '198.18.12.99')),
    );
    return { well, odd, limited, rdapAlone, whoisAlone, noList, lists, asked: Object.fromEntries(asked) };
  },
);
