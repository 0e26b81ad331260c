import type { DelegationResult } from '@sonde/scanner/checks/delegation/delegation-result.ts';
import { domainName } from '@sonde/scanner/checks/domain-name.ts';
import { changedRecords } from '@sonde/scanner/checks/drift/changed-records.ts';
import type { RecordsResult } from '@sonde/scanner/checks/records/records-result.ts';
import type { TlsResult } from '@sonde/scanner/checks/tls/tls-result.ts';
import type { WhoisResult } from '@sonde/scanner/checks/whois/whois-result.ts';
import type { ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { chooseChecks } from '@sonde/scanner/run/choose-checks.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AutonomousSystems } from '../../../ports/networks/autonomous-systems.ts';
import type { DomainScanHistory, StoredScan } from '../../../ports/scans/domain-scans.ts';
import type { IndicatorMatcher } from '../../detection/indicator-matcher.ts';
import { countSystems } from '../networks/count-systems.ts';
import type { ScanDomainPorts } from '../scan/scan-domain.ts';
import { prefixOf } from '../topology/map-topology.ts';
import type { DiversityKnowledge, PerformanceKnowledge, StabilityKnowledge } from './reputation-input.ts';
import type { ReputationScore } from './reputation-score.ts';
import { scoreReputation } from './score-reputation.ts';
import { threatKnowledge } from './threat-knowledge.ts';

const dayMilliseconds = 86_400_000;
const stabilityDays = 90;
const stabilityScans = 100;
/** Types whose changes tell of an unsteady domain. */
const steadyTypes = ['NS', 'MX', 'A', 'AAAA'];

export interface ReputationPorts extends Pick<ScanDomainPorts, 'scanDesk' | 'checks'> {
  readonly domainScans: Pick<DomainScanHistory, 'parts'>;
  readonly matcher: Pick<IndicatorMatcher, 'check' | 'sources'>;
  readonly clock: Clock;
  readonly networks: AutonomousSystems;
}

/** Scores a domain by a whole scan of it, what lists say, and what earlier scans say. Throws as a scan does. */
export async function reputationOfDomain(
  text: string,
  ports: ReputationPorts,
  signal: AbortSignal,
): Promise<ReputationScore> {
  const domain = domainName(text);
  const { scanners } = chooseChecks(ports.checks, { checkSsl: true, advanced: true, expert: false });
  const { parts } = await ports.scanDesk.scan({
    domain,
    scanners,
    trigger: 'request',
    refresh: false,
    monitorSeconds: 0,
    signal,
  });
  return scoreReputation({
    domain,
    parts,
    threat: threatKnowledge(domain, parts, ports),
    stability: await stabilityOf(domain, ports),
    ageDays: partResult<WhoisResult>(parts, 'whois')?.ageDays ?? null,
    diversity: diversityOf(parts, ports),
    performance: performanceOf(parts),
  });
}

/** Null if there are not two scans to compare. */
async function stabilityOf(
  domain: string,
  { domainScans, clock }: ReputationPorts,
): Promise<StabilityKnowledge | null> {
  const now = clock.now();
  const from = new Date(now - stabilityDays * dayMilliseconds);
  const to = new Date(now + dayMilliseconds);
  const scans = (await domainScans.parts(domain, { from, to, limit: stabilityScans })).filter(
    ({ parts }) => parts.records !== undefined,
  );
  const [last, first] = [scans[0], scans.at(-1)];
  if (last === undefined || first === undefined || scans.length < 2) return null;
  const told = scans.flatMap((scan) => recordSetsOf(scan) ?? []);
  const changes = told
    .slice(1)
    .flatMap((older, index) => changedRecords(older.sets, told[index]!.sets))
    .filter(({ recordType }) => steadyTypes.includes(recordType ?? ''));
  return {
    observedDays: (last.at.getTime() - first.at.getTime()) / dayMilliseconds,
    scans: scans.length,
    failedScans: scans.length - told.length,
    changes: changes.length,
  };
}

function recordSetsOf({ parts }: StoredScan): { sets: RecordsResult['recordSets'] } | undefined {
  const records = partResult<RecordsResult>(parts, 'records');
  return records?.exists === true ? { sets: records.recordSets } : undefined;
}

function diversityOf(parts: ScannedParts, { networks }: ReputationPorts): DiversityKnowledge | null {
  const servers = partResult<DelegationResult>(parts, 'delegation')?.nameServers ?? [];
  const addresses = servers.flatMap((server) => server.addresses.map(({ address }) => address));
  if (addresses.length === 0) return null;
  return {
    nameServers: servers.length,
    prefixes: new Set(addresses.map(prefixOf)).size,
    autonomousSystems: countSystems(addresses, networks),
    ipv6: addresses.some((address) => address.includes(':')),
  };
}

function performanceOf(parts: ScannedParts): PerformanceKnowledge | null {
  const servers = partResult<DelegationResult>(parts, 'delegation')?.nameServers ?? [];
  const dns = median(servers.flatMap(({ addresses }) => addresses.flatMap((one) => one.milliseconds ?? [])));
  const tls = median((partResult<TlsResult>(parts, 'tls')?.endpoints ?? []).map((one) => one.milliseconds));
  return dns === null && tls === null ? null : { dns, tls };
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
