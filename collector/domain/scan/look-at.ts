import type { ScannedPart } from '../../ports/scans/domain-scan.ts';
import { domainName } from './domain-name.ts';
import { chooseChecks } from './run/choose-checks.ts';
import type { ScanDomainPorts } from './scan-domain.ts';

export type LookAtPorts = Pick<ScanDomainPorts, 'scanDesk' | 'checks'>;

export interface Look {
  readonly domain: string;
  readonly part: ScannedPart;
}

/**
 * One check of one domain: what a scan found a little while ago, or a look now, which is stored as any scan is. Throws
 * InvalidInput, Overloaded, a StoreError.
 */
export async function lookAt(
  text: string,
  check: string,
  ports: LookAtPorts,
  { signal, refresh = false }: { signal: AbortSignal; refresh?: boolean },
): Promise<Look> {
  const domain = domainName(text);
  const scope = { checkSsl: false, advanced: false, expert: true, checks: [check] };
  const { scanners } = chooseChecks(ports.checks, scope);
  const { parts } = await ports.scanDesk.scan({
    domain,
    scanners,
    trigger: 'request',
    refresh,
    monitorSeconds: 0,
    signal,
  });
  return { domain, part: parts[check]! };
}
