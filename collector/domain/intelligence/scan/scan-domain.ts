import { scanTarget } from '@sonde/scanner/checks/domain-name.ts';
import type { ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import type { ScanError } from '@sonde/scanner/ports/finding.ts';
import { domainScanResult } from '@sonde/scanner/result/domain-scan-result.ts';
import type { Check } from '@sonde/scanner/run/check.ts';
import { chooseChecks, type ScanScope } from '@sonde/scanner/run/choose-checks.ts';
import type { ScanProgress } from '@sonde/scanner/run/run-scan.ts';
import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';
import type { Caller } from '../../people/access/caller.ts';
import type { DeskAnswer, ScanDesk } from './run/scan-desk.ts';

export interface ScanDomainPorts {
  readonly scanDesk: Pick<ScanDesk, 'scan'>;
  readonly checks: readonly Check[];
  /** Seconds for which a domain is scanned again by itself after an account asked for it. */
  readonly monitorSeconds: number;
}

export interface ScanDomainRequest extends ScanScope {
  readonly domain: string;
  readonly refresh: boolean;
}

export interface ScanDomainCall {
  readonly caller: Caller;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
}

/** Scans a domain for a caller. Throws InvalidInput, Overloaded, a StoreError. */
export async function scanDomain(
  request: ScanDomainRequest,
  call: ScanDomainCall,
  ports: ScanDomainPorts,
): Promise<{ answer: DomainScanAnswer; parts: ScannedParts }> {
  const domain = scanTarget(request.domain);
  const { scanners, unsupported } = chooseChecks(ports.checks, request);
  const { caller, ...watching } = call;
  const answer = await ports.scanDesk.scan({
    domain,
    scanners,
    trigger: 'request',
    refresh: request.refresh,
    // What anybody may set off does not go on by itself: only accounts have domains watched.
    monitorSeconds: caller.kind === 'account' ? ports.monitorSeconds : 0,
    monitoredBy: caller.kind === 'account' ? caller.accountId : undefined,
    ...watching,
  });
  return { answer: tell(answer, unsupported), parts: answer.parts };
}

function tell(
  { domain, parts, at, scan, stored }: DeskAnswer,
  unsupported: readonly string[],
): DomainScanAnswer {
  const errors: ScanError[] = unsupported.map((option) => ({
    source: option,
    code: 'unsupported',
    message: `There is no source for "${option}" in scans of this installation.`,
  }));
  if (!stored) {
    errors.push({ source: 'store', code: 'unavailable', message: 'This scan could not be stored.' });
  }
  return domainScanResult({
    domain,
    parts,
    at,
    milliseconds: scan?.milliseconds ?? null,
    questions: scan?.questions,
    errors,
  });
}
