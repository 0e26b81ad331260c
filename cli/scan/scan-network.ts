import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { exitCodes } from '../exit-codes.ts';
import type { NetworkTarget } from './network-target.ts';
import type { Paint } from './paint.ts';
import { renderAddress } from './render-address.ts';
import { renderRange, renderSystem } from './render-network.ts';

/** Addresses of one answer, at most. */
const mostAddresses = 65_536;
/** From which confidence on an address is a failure, as in the list of high risk, or a warning, as a threat of a range. */
const failConfidence = 75;
const warningConfidence = 50;

export interface NetworkScanOptions {
  readonly quick?: true;
  readonly refresh?: true;
  readonly failOn: 'never' | 'fail' | 'warning';
}

export interface NetworkScan {
  /** As the API has it. */
  readonly answer: unknown;
  readonly report: string;
  readonly exitCode: number;
}

/** Asks a collector, which has the datasets, for the scan of an address, a range or an autonomous system. */
export async function scanNetwork(
  target: NetworkTarget,
  client: SondeClient,
  options: NetworkScanOptions,
  paint: Paint,
): Promise<NetworkScan> {
  if (target.kind === 'system') {
    const answer = await client.call('GET /api/asn/{asn}', { params: { asn: String(target.asn) } });
    return { answer, report: renderSystem(answer, paint), exitCode: exitCodes.ok };
  }
  if (target.kind === 'range') {
    const answer = await client.call('GET /api/range/{cidr}/scan', {
      params: { cidr: target.cidr },
      query: { max_ips: Math.min(target.size, mostAddresses) },
    });
    const worst = answer.results.reduce(
      (most, { reputation }) => Math.max(most, reputation.abuse_confidence),
      0,
    );
    return { answer, report: renderRange(answer, paint), exitCode: exitCodeOf(worst, options) };
  }
  const answer = await client.call('GET /api/ip/{ip}/scan', {
    params: { ip: target.ip },
    query: { full_scan: options.quick !== true, force_refresh: options.refresh === true },
  });
  const exitCode = exitCodeOf(answer.reputation.abuse_confidence, options);
  return { answer, report: renderAddress(answer, paint), exitCode };
}

function exitCodeOf(confidence: number, { failOn }: NetworkScanOptions): number {
  if (failOn === 'never') return exitCodes.ok;
  return confidence >= (failOn === 'fail' ? failConfidence : warningConfidence)
    ? exitCodes.found
    : exitCodes.ok;
}
