import { delegationScanner } from '../../../../scanner/checks/delegation/scan-delegation.ts';
import { nameServersScanner } from '../../../../scanner/checks/delegation/scan-name-servers.ts';
import { dnssecScanner } from '../../../../scanner/checks/dnssec/scan-dnssec.ts';
import { weighDnssec } from '../../../../scanner/checks/dnssec/weigh-dnssec.ts';
import { multiSignerScanner } from '../../../../scanner/checks/multi-signer/scan-multi-signer.ts';
import { createPropagationScanner } from '../../../../scanner/checks/propagation/scan-propagation.ts';
import { recordsScanner } from '../../../../scanner/checks/records/scan-records.ts';
import { zonemdScanner } from '../../../../scanner/checks/zonemd/scan-zonemd.ts';
import type { Scanner } from '../../../../scanner/ports/scanner.ts';
import { readTrustAnchors } from '../../../../scanner/protocols/dnssec/chain/trust-anchor.ts';
import { ValidatingResolution } from '../../../../scanner/protocols/dnssec/validating-resolution.ts';
import { systemClock } from '../../../../shared/system/system.ts';
import { labNetwork } from '../../../support/lab/lab-network.ts';
import { labScan } from '../../../support/lab/lab-scan.ts';
import { runCase } from '../../../support/lab/run-case.ts';

const records =
  '@ A 198.18.10.1\n@ AAAA 2001:db8:10::1\n@ MX 10 mail\nmail A 198.18.10.2\n@ TXT "v=spf1 mx -all"\n@ CAA 0 issue "ca.example"';
const basic: readonly Scanner<unknown>[] = [recordsScanner, delegationScanner, dnssecScanner];
const all = [...basic, nameServersScanner, createPropagationScanner([])];

await runCase(
  {
    zones: [
      { name: 'first.example', records, servers: ['198.18.5.1', '198.18.6.1'] },
      { name: 'second.example', records, servers: ['198.18.5.1', '198.18.6.1'] },
      { name: 'weak.example', records, signing: { nsec3: { iterations: 5 } } },
      { name: 'broken.example', records, change: (text) => text.replaceAll('198.18.10.1', '198.18.10.9') },
    ],
  },
  async (lab) => {
    const network = labNetwork(lab);
    const anchors = readTrustAnchors(lab.trustAnchor);
    const scan = async (domain: string, scanners: readonly Scanner<unknown>[]) => {
      const plain = network.forScan({ questions: 500, milliseconds: 20_000 });
      const dns = new ValidatingResolution(plain, { anchors, clock: systemClock });
      await Promise.all(
        scanners.map((scanner) => scanner.scan(domain, { ...labScan(lab), dns, zones: network.zones })),
      );
      return dns.questionsAsked;
    };
    const audits = await Promise.all(
      ['first.example', 'weak.example', 'broken.example', 'example', 'missing.example'].map(
        async (domain) => {
          const ports = labScan(lab);
          const chain = await dnssecScanner.scan(domain, ports);
          const others = await Promise.all([
            multiSignerScanner.scan(domain, ports),
            zonemdScanner.scan(domain, ports),
          ]);
          const findings = [chain, ...others].flatMap((part) => part.findings);
          return [domain, weighDnssec(chain.result, findings)];
        },
      ),
    );
    return {
      cold: await scan('first.example', basic),
      warm: await scan('second.example', basic),
      advanced: await scan('second.example', all),
      audits: Object.fromEntries(audits),
    };
  },
);
