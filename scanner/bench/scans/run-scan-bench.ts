import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quantile } from '@sonde/shared/bench/quantile.ts';
import type { ChildPlan, ChildReport, MeasuredScan } from './child-plan.ts';
import { domainOf, kindOf } from './domain-kinds.ts';
import { runCheckdmarc } from './peer-checkdmarc.ts';
import { type Delays, type ScanLab, startScanLab } from './scan-lab.ts';

export interface ScanBenchPlan {
  readonly directory: string;
  readonly domains: number;
  readonly atOnce: number;
  readonly checks: readonly string[];
  /** Of the first so many domains for which a peer is asked as well. */
  readonly peerDomains: number;
  /** Of the first so many domains for which the time of a scan is compared with its slowest exchange. */
  readonly slowDomains: number;
}

/** What is compared with a peer: the policies for mail. */
const mailChecks = ['mx', 'spf', 'dmarc'];

const evenly: Delays = { root: 50, topLevel: 50, leaves: 50, zoneHost: 50, provider: 50 };
/** The servers of the provider, which mail and SPF of a third of the domains lead to, are far away. */
const farProvider: Delays = { root: 10, topLevel: 10, leaves: 10, zoneHost: 10, provider: 400 };

/** Measures scans in a closed Internet: many at once, one beside a peer, and one at a time with answers that come late. Within a namespace. */
export async function runScanBench(plan: ScanBenchPlan, progress: (line: string) => void) {
  const { directory, atOnce, checks } = plan;
  progress(`Making ${plan.domains} domains`);
  const lab = await startScanLab(directory, plan.domains);
  const run = (scanned: Omit<ChildPlan, 'domains'>, count: number) =>
    scanInChild(directory, lab, { ...scanned, domains: namesOf(count) });
  try {
    progress(`Scanning them, ${atOnce} at once`);
    const many = await run({ checks, atOnce, warm: Math.min(100, plan.domains) }, plan.domains);
    progress('Scanning beside checkdmarc');
    const alone = await run({ checks: mailChecks, atOnce: 1, warm: 10 }, plan.peerDomains);
    const crowd = await run({ checks: mailChecks, atOnce, warm: 10 }, plan.peerDomains);
    const peer = await runCheckdmarc(namesOf(plan.peerDomains), lab.resolver, directory);
    progress('Scanning one at a time, with answers that come late');
    await lab.delay(evenly);
    const even = await run({ checks, atOnce: 1, warm: 10 }, plan.slowDomains);
    await lab.delay(farProvider);
    const far = await run({ checks, atOnce: 1, warm: 10 }, plan.slowDomains);
    const hosted = far.scans.filter((_, index) => kindOf(index).name.startsWith('hosted mail'));
    return {
      domains: plan.domains,
      setUpSeconds: round(lab.seconds, 1),
      atOnce,
      checks,
      scansPerMinute: Math.round((plan.domains / many.seconds) * 60),
      processorMilliseconds: round((many.processorSeconds * 1_000) / plan.domains, 2),
      memoryMib: Math.round(many.mostMemory / 1_048_576),
      questions: questionsOf(many.scans),
      ...verdictsOf(many.scans),
      beside: {
        checks: mailChecks,
        domains: plan.peerDomains,
        alone: costOf(alone),
        atOnce: costOf(crowd),
        checkdmarc:
          peer === undefined
            ? null
            : {
                ...costOf({ ...peer, scans: namesOf(peer.domains) }),
                ...agreement(crowd.scans, peer.verdicts),
              },
      },
      late: {
        domains: plan.slowDomains,
        evenMilliseconds: evenly.leaves,
        evenP50: round(p50(even.scans), 0),
        evenRoundTrips: round(p50(even.scans) / evenly.leaves, 2),
        farMilliseconds: farProvider.provider,
        farDomains: hosted.length,
        farP50: round(p50(hosted), 0),
        farOverSlowest: round(p50(hosted) / farProvider.provider, 2),
      },
    };
  } finally {
    await lab.stop();
  }
}

export type ScanBenchReport = Awaited<ReturnType<typeof runScanBench>>;

function namesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => domainOf(index));
}

async function scanInChild(directory: string, lab: ScanLab, plan: ChildPlan): Promise<ChildReport> {
  const planFile = join(directory, 'plan.json');
  const reportFile = join(directory, 'report.json');
  await writeFile(planFile, JSON.stringify(plan));
  const program = fileURLToPath(new URL('./scan-child.ts', import.meta.url));
  const profiled = process.env.SONDE_SCANS_PROFILE;
  const options = profiled === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiled}`];
  const child = spawn(process.execPath, [...options, program, planFile, reportFile], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...lab.environment },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The process that scans ended with ${code}.`);
  return JSON.parse(await readFile(reportFile, 'utf8')) as ChildReport;
}

function costOf({
  seconds,
  processorSeconds,
  scans,
}: Omit<ChildReport, 'mostMemory' | 'scans'> & { scans: readonly unknown[] }) {
  return {
    perMinute: Math.round((scans.length / seconds) * 60),
    processorMilliseconds: round((processorSeconds * 1_000) / scans.length, 2),
  };
}

function questionsOf(scans: readonly MeasuredScan[]) {
  const counts = scans.map(({ questions }) => questions);
  return {
    mean: round(counts.reduce((sum, count) => sum + count, 0) / counts.length, 1),
    p50: quantile(counts, 0.5),
    most: Math.max(...counts),
  };
}

/** Verdicts that are other than the domain was made for, by kind. */
function verdictsOf(scans: readonly MeasuredScan[]) {
  const others: Record<string, number> = {};
  for (const [index, { spf, dmarc }] of scans.entries()) {
    const kind = kindOf(index);
    for (const [what, found, made] of [
      ['SPF', spf, kind.spf],
      ['DMARC', dmarc, kind.dmarc],
    ] as const)
      if (found !== made) {
        const key = `${kind.name}: ${what} ${found}`;
        others[key] = (others[key] ?? 0) + 1;
      }
  }
  return { otherVerdicts: others };
}

function agreement(
  scans: readonly MeasuredScan[],
  peers: ReadonlyMap<string, Pick<MeasuredScan, 'spf' | 'dmarc'>>,
) {
  const differing: Record<string, number> = {};
  const same = { spf: 0, dmarc: 0 };
  for (const [index, scan] of scans.entries()) {
    const peer = peers.get(scan.domain);
    for (const what of ['spf', 'dmarc'] as const) {
      if (peer?.[what] === scan[what]) same[what]++;
      else {
        const key = `${kindOf(index).name}: ${what} ${scan[what]} here, ${peer?.[what] ?? null} there`;
        differing[key] = (differing[key] ?? 0) + 1;
      }
    }
  }
  return { sameSpf: same.spf, sameDmarc: same.dmarc, differing };
}

function p50(scans: readonly MeasuredScan[]): number {
  return quantile(
    scans.map(({ milliseconds }) => milliseconds),
    0.5,
  );
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
