import { labNetworks } from '../../../../scanner/bench/lab/raise-network.ts';
import { bimiScanner } from '../../../../scanner/checks/bimi/scan-bimi.ts';
import { daneScanner } from '../../../../scanner/checks/dane/scan-dane.ts';
import { dkimScanner } from '../../../../scanner/checks/dkim/scan-dkim.ts';
import { dmarcScanner } from '../../../../scanner/checks/dmarc/scan-dmarc.ts';
import { mtaStsScanner } from '../../../../scanner/checks/mta-sts/scan-mta-sts.ts';
import { mxScanner } from '../../../../scanner/checks/mx/scan-mx.ts';
import { rememberSessions } from '../../../../scanner/checks/smtp/remember-sessions.ts';
import { smtpScanner } from '../../../../scanner/checks/smtp/scan-smtp.ts';
import { spfScanner } from '../../../../scanner/checks/spf/scan-spf.ts';
import { tlsRptScanner } from '../../../../scanner/checks/tls-rpt/scan-tls-rpt.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createNameResolver } from '../../../../scanner/network/dns/name-resolver.ts';
import { createGuardedFetch } from '../../../../scanner/network/guarded-fetch.ts';
import { createSmtpProbe } from '../../../../scanner/network/smtp/create-smtp-probe.ts';
import type { Scanner } from '../../../../scanner/ports/scanner.ts';
import { labNetwork } from '../../../support/lab/lab-network.ts';
import { labScan } from '../../../support/lab/lab-scan.ts';
import { runCase } from '../../../support/lab/run-case.ts';
import { authorityPem, digests, startMailLabServers } from './mail-lab-servers.ts';
import { mailLabZones } from './mail-lab-zones.ts';

const scanners: readonly Scanner<unknown>[] = [
  mxScanner,
  spfScanner,
  dkimScanner,
  dmarcScanner,
  mtaStsScanner,
  smtpScanner,
  tlsRptScanner,
  daneScanner,
  bimiScanner,
];

const zones = mailLabZones(digests);
const domains = [...zones.map(({ name }) => name), 'a.b.walk.example', 'ghost.walk.example'];

await runCase({ zones }, async (lab) => {
  const endings: (() => unknown)[] = [];
  await startMailLabServers({ teardown: (end) => endings.push(end) });
  const policy = new AddressPolicy(labNetworks);
  const extraAuthorities = [authorityPem];
  const resolver = createNameResolver(labNetwork(lab));
  const fetch = createGuardedFetch({ resolver, policy, userAgent: 'sonde test', extraAuthorities });
  const timeouts = { connect: 4_000, conversation: 4_000, injection: 4_000 };
  const smtp = createSmtpProbe({ policy, heloName: 'scanner.example', extraAuthorities, timeouts });
  const scans = domains.map(async (domain) => {
    const ports = {
      ...labScan(lab),
      fetch,
      smtp: rememberSessions(smtp),
      signal: AbortSignal.timeout(9_000),
    };
    const parts = await Promise.all(
      scanners.map(async (one) => [one.id, await one.scan(domain, ports)] as const),
    );
    return [domain, { parts: Object.fromEntries(parts), questions: ports.dns.questionsAsked }] as const;
  });
  const report = Object.fromEntries(await Promise.all(scans));
  const memory = process.memoryUsage().rss;
  for (const end of endings) void end();
  return { report, memory };
});
