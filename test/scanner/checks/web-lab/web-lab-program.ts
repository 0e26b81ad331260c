import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { mapTopology } from '../../../../collector/domain/intelligence/topology/map-topology.ts';
import { labNetworks } from '../../../../scanner/bench/lab/raise-network.ts';
import { caaScanner } from '../../../../scanner/checks/caa/scan-caa.ts';
import { fingerprintResolver } from '../../../../scanner/checks/fingerprint/fingerprint-resolver.ts';
import { domainFingerprintScanner } from '../../../../scanner/checks/fingerprint/scan-domain-fingerprint.ts';
import { svcbScanner } from '../../../../scanner/checks/svcb/scan-svcb.ts';
import { createTlsScanner } from '../../../../scanner/checks/tls/scan-tls.ts';
import type { TlsResult } from '../../../../scanner/checks/tls/tls-result.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createNameResolver } from '../../../../scanner/network/dns/name-resolver.ts';
import { createGuardedFetch } from '../../../../scanner/network/guarded-fetch.ts';
import { createTlsProbe } from '../../../../scanner/network/tls/create-tls-probe.ts';
import type { Scanner, ScanPorts } from '../../../../scanner/ports/scanner.ts';
import { labNetwork } from '../../../support/lab/lab-network.ts';
import { labScan } from '../../../support/lab/lab-scan.ts';
import { runCase } from '../../../support/lab/run-case.ts';
import { addressOf, type WebCase, webLabCases } from './web-lab-cases.ts';

const { root, cases } = webLabCases();
const resolverAddress = '198.18.0.53';

await runCase(
  {
    resolver: ['identity: "lab resolver"', 'nsid: "ascii_lab"'],
    zones: [
      ...cases.map(({ name, records = '' }, index) => ({
        name,
        records: `@ A ${addressOf(index)}\n${records}`,
      })),
      { name: 'moved.example', records: 'branch DNAME here.example.\nbranch CAA 0 issue "old.example"' },
      {
        name: 'here.example',
        records: 'deep CAA 0 issue "deep.example"\n@ CAA 0 issue "not.example"\nother A 198.18.10.3',
      },
      {
        name: 'bogus.example',
        records: '@ A 198.18.10.1',
        change: (signed: string) => signed.replaceAll('198.18.10.1', '198.18.10.2'),
      },
    ],
  },
  async (lab, directory) => {
    await Promise.all(cases.map((one, index) => serve(one, addressOf(index))));
    const policy = new AddressPolicy(labNetworks);
    const extraAuthorities = [root.pem];
    const resolver = createNameResolver(labNetwork(lab));
    const fetch = createGuardedFetch({ resolver, policy, userAgent: 'Sonde tests', extraAuthorities });
    const tls = createTlsProbe({ policy, extraAuthorities });
    const ports = (): ScanPorts => ({ ...labScan(lab), fetch, tls });
    const tlsScanner = createTlsScanner({ roots: [root.der] });
    await writeFile(join(directory, 'root.pem'), root.pem);
    const sites = await Promise.all(
      cases.map(async ({ name }, index) => {
        const world = ports();
        const scanners: readonly Scanner<unknown>[] = [tlsScanner, caaScanner, svcbScanner];
        const parts = await Promise.all(scanners.map((scanner) => scanner.scan(name, world)));
        return {
          name,
          valid: (parts[0]!.result as TlsResult).valid,
          codes: parts.flatMap(({ findings }) => findings.map(({ code }) => code)),
          errors: parts.flatMap(({ errors }) => errors),
          questions: world.dns.questionsAsked,
          openssl: await opensslTakes(name, addressOf(index), join(directory, 'root.pem')),
        };
      }),
    );
    const fingerprint = await domainFingerprintScanner.scan('good.example', ports());
    const names = { secure: 'good.example', bogus: 'bogus.example', minimisation: undefined };
    const world = ports();
    const unbound = await fingerprintResolver(resolverAddress, world, { names });
    const moved = await Promise.all(
      ['deep.branch.moved.example', 'other.branch.moved.example'].map(async (name) => {
        const { result } = await caaScanner.scan(name, ports());
        return result.issuance.issuers?.map(({ domain }) => domain);
      }),
    );
    const { topology } = await mapTopology('good.example', ports());
    return { sites, fingerprint: fingerprint.result, unbound: unbound.result, moved, edges: topology.edges };
  },
);

async function serve({ chain, headers = {} }: WebCase, address: string): Promise<void> {
  const server = createServer(
    {
      key: chain[0]!.key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: chain.map(({ pem }) => pem).join(''),
      minVersion: 'TLSv1.2',
    },
    (_request, response) => response.writeHead(200, headers).end('hello'),
  );
  server.on('tlsClientError', () => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(443, address, resolve);
  await promise;
}

async function opensslTakes(name: string, address: string, roots: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = execFile(
    'openssl',
    [
      ...['s_client', '-connect', `${address}:443`, '-servername', name, '-verify_hostname', name],
      ...['-CAfile', roots, '-no-CApath', '-verify_return_error'],
    ],
    (error) => resolve(error === null),
  );
  child.stdin?.end();
  return promise;
}
