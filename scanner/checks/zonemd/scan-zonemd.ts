import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import type { TransferredZone } from '../../ports/zone-transfer.ts';
import { knownServers } from '../delegation/ask-servers.ts';
import { zoneOfDomain } from '../delegation/zone-of-domain.ts';
import { PartBuilder } from '../part-builder.ts';
import { verifyZonemd, type ZonemdVerdict } from './verify-zonemd.ts';
import type { ZonemdResult } from './zonemd-result.ts';

const mostServers = 6;
const mostRecords = 200_000;

/** The ZONEMD scanner checks whether the zone publishes its own digest (RFC 8976), and whether the digest fits. */
export const zonemdScanner: Scanner<ZonemdResult> = {
  id: 'zonemd',
  async scan(domain, ports) {
    const part = new PartBuilder('zonemd');
    const { dns, signal } = ports;
    const zone = await zoneOfDomain(domain, part, ports);
    if (zone === undefined) return part.done(none(null));
    const { apex } = zone;
    const answer = await dns.resolve(apex, recordTypes.ZONEMD, { signal });
    if (answer.failure !== undefined) part.error(answer.failure, answer.failureMessage ?? answer.failure);
    const published = answer.answer.filter(({ type }) => type === recordTypes.ZONEMD).map(({ text }) => text);
    const security = answer.security ?? null;
    if (published.length === 0) {
      if (answer.failure === undefined)
        part.info('no_zonemd', `${apex} has no ZONEMD record.`, 'RFC 8976 section 4');
      const known = answer.failure === undefined && answer.responseCode === 0;
      return part.done({ ...none(apex), published: known ? [] : null, security });
    }
    if (security !== 'secure') {
      part.warning(
        'low',
        'zonemd_not_secure',
        `The ZONEMD record of ${apex} does not validate, so that it tells of mistakes, not of attacks.`,
        'RFC 8976 section 4',
        {
          advice: 'Sign the zone.',
        },
      );
    }
    const servers = knownServers(zone)
      .slice(0, mostServers)
      .map(({ address }) => address);
    const got = await firstTransfer(apex, servers, ports);
    if (got === undefined) {
      part.unknown(
        'zone_not_given',
        `No server gives ${apex} as a whole, so that the digest could not be checked.`,
        'RFC 8976 section 4',
      );
      return part.done({ ...none(apex), published, security });
    }
    const verdict = verifyZonemd(got.transferred.records, apex);
    judge(part, verdict);
    return part.done({
      zone: apex,
      published,
      security,
      verdict,
      server: got.server,
      recordCount: got.transferred.records.length,
    });
  },
};

async function firstTransfer(
  zone: string,
  servers: readonly string[],
  { zones, signal }: Pick<ScanPorts, 'zones' | 'signal'>,
): Promise<{ server: string; transferred: TransferredZone } | undefined> {
  for (const server of servers) {
    const transferred = await zones?.transfer(server, zone, { maxRecords: mostRecords, signal });
    if (transferred !== undefined && transferred.failure === undefined) return { server, transferred };
  }
  return undefined;
}

function none(zone: string | null): ZonemdResult {
  return { zone, published: null, security: null, verdict: null, server: null, recordCount: null };
}

function judge(part: PartBuilder, { status, message, rule }: ZonemdVerdict): void {
  if (status === 'valid') part.pass('zonemd_valid', message, rule);
  else if (status === 'unverifiable') part.unknown('zonemd_unknown', message, rule);
  else {
    part.fail('high', 'zonemd_invalid', message, rule, {
      advice: 'Make the digest anew whenever the zone is changed or signed.',
    });
  }
}
