import { delegationScanner } from '../../../../scanner/checks/delegation/scan-delegation.ts';
import { nameServersScanner } from '../../../../scanner/checks/delegation/scan-name-servers.ts';
import { dnssecScanner } from '../../../../scanner/checks/dnssec/scan-dnssec.ts';
import { multiSignerScanner } from '../../../../scanner/checks/multi-signer/scan-multi-signer.ts';
import { createPropagationScanner } from '../../../../scanner/checks/propagation/scan-propagation.ts';
import { zonemdScanner } from '../../../../scanner/checks/zonemd/scan-zonemd.ts';
import type { Scanner } from '../../../../scanner/ports/scanner.ts';
import { labScan } from '../../../support/lab/lab-scan.ts';
import { runCase } from '../../../support/lab/run-case.ts';
import type { ScannerId } from './case.ts';
import { delegationCases } from './delegation-cases.ts';
import { dnssecScanCases } from './dnssec-cases.ts';
import { multiSignerCases, zonemdCases } from './signing-cases.ts';

const scanners: Readonly<Record<ScannerId, Scanner<unknown>>> = {
  delegation: delegationScanner,
  'name-servers': nameServersScanner,
  dnssec: dnssecScanner,
  propagation: createPropagationScanner([]),
  'multi-signer': multiSignerScanner,
  zonemd: zonemdScanner,
};

const cases = [...delegationCases, ...dnssecScanCases, ...multiSignerCases, ...zonemdCases];
const zones = new Map(cases.flatMap((one) => one.zones).map((zone) => [zone.name, zone]));

await runCase({ zones: [...zones.values()], resolver: [] }, async (lab) =>
  Promise.all(
    cases.map(async ({ title, scanner, domain }) => {
      const ports = labScan(lab);
      const part = await scanners[scanner].scan(domain, ports);
      return { title, ...part, questions: ports.dns.questionsAsked };
    }),
  ),
);
