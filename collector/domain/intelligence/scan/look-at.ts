import { domainName } from '@sonde/scanner/checks/domain-name.ts';
import type { ScannedPart } from '@sonde/scanner/ports/domain-scan.ts';
import { chooseChecks } from '@sonde/scanner/run/choose-checks.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { ScanDomainPorts } from './scan-domain.ts';

export type LookAtPorts = Pick<ScanDomainPorts, 'scanDesk' | 'checks'>;

export interface Look {
  readonly domain: string;
  readonly part: ScannedPart;
}

export interface LookOptions {
  readonly signal: AbortSignal;
  readonly refresh?: boolean;
}

/** Runs one check of one domain, as `lookAtAll` does. */
export async function lookAt(
  text: string,
  check: string,
  ports: LookAtPorts,
  options: LookOptions,
): Promise<Look> {
  const { domain, parts } = await lookAtAll(text, [check], ports, options);
  return { domain, part: parts[check]! };
}

/**
 * Runs some checks of one domain: it takes a scan of a little while ago, or looks now and stores that as any scan.
 * Throws InvalidInput, Overloaded, a StoreError.
 */
export async function lookAtAll(
  text: string,
  checks: readonly string[],
  ports: LookAtPorts,
  { signal, refresh = false }: LookOptions,
): Promise<{ readonly domain: string; readonly parts: Readonly<Record<string, ScannedPart>> }> {
  const domain = domainName(text);
  const scope = { checkSsl: false, advanced: false, expert: true, checks };
  const { scanners } = chooseChecks(ports.checks, scope);
  const { parts } = await ports.scanDesk.scan({
    domain,
    scanners,
    trigger: 'request',
    refresh,
    monitorSeconds: 0,
    signal,
  });
  // A name of an ending that the operator gave to Handshake has no such checks.
  if (checks.some((check) => parts[check] === undefined)) {
    throw new InvalidInput('domain', `${domain} is none of the DNS: GET /api/v2/web3/resolve resolves it.`);
  }
  return { domain, parts };
}
