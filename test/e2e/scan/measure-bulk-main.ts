import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import limitConcurrency from 'p-limit';
import { loadConfig } from '../../../collector/config/load-config.ts';
import { labNetworks } from '../../../scanner/bench/lab/raise-network.ts';
import { findSeclusion } from '../../../scanner/bench/lab/seclusion.ts';
import { chooseChecks } from '../../../scanner/run/choose-checks.ts';
import { runScan } from '../../../scanner/run/run-scan.ts';
import { createScanNetwork } from '../../../scanner/start/create-scan-network.ts';
import { systemClock as clock, systemRandom as random } from '../../../shared/system/system.ts';
import { run } from '../../launcher/support.ts';
import { runCase } from '../../support/lab/run-case.ts';
import { makeAuthority } from './lab-authority.ts';
import { makeCredentials, startLabServers } from './lab-servers.ts';
import { bulkZone, labZones } from './lab-zones.ts';

/**
 * How many domains a process scans in a second, and what one costs in processor time, without stores:
 *
 *     scripts/run test/e2e/scan/measure-bulk-main.ts [DOMAINS] [AT_ONCE] [ssl]
 *
 * The servers of the closed Internet are other processes, so that only scans are counted. SONDE_BULK_PROFILE names a directory
 * for a profile of the processor's time.
 */
const [, , stage = '1000', ...rest] = process.argv;

if (stage === '--lab') await withinLab(rest);
else if (stage === '--scans') await scan(rest);
else await outside(stage, rest);

/** Goes into a network of its own. */
async function outside(domains: string, [atOnce = '64', ssl = '']: readonly string[]): Promise<void> {
  const { by, plan } = findSeclusion();
  if (plan.kind !== 'namespace') throw new Error('This machine allows no network namespaces.');
  const directory = await mkdtemp(join(tmpdir(), 'sonde-bulk-'));
  try {
    const command = [...by, process.execPath, import.meta.filename, '--lab', directory, domains, atOnce, ssl];
    const { code, stdout, stderr } = await run(command[0]!, command.slice(1), { killAfterMs: 300_000 });
    if (code !== 0) throw new Error(stderr.slice(-4_000));
    process.stdout.write(`${JSON.stringify(JSON.parse(stdout), null, 1)}\n`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts the closed Internet, and scans in a process beside it. */
async function withinLab([directory = '', ...args]: readonly string[]): Promise<void> {
  const authority = await makeAuthority(directory);
  const credentials = await makeCredentials(authority);
  const zones = [...labZones(credentials.tlsa), bulkZone('many.example', Number(args[0]))];
  await runCase({ zones }, async (lab) => {
    const servers = await startLabServers(credentials, () => 0);
    await writeFile(join(directory, 'root.hints'), lab.rootHints);
    await writeFile(join(directory, 'root.key'), lab.trustAnchor);
    const { code, stdout, stderr } = await run(
      process.execPath,
      [...profiling(), import.meta.filename, '--scans', ...args],
      {
        env: {
          SONDE_ROOT_HINTS: join(directory, 'root.hints'),
          SONDE_TRUST_ANCHOR: join(directory, 'root.key'),
          SONDE_AUTHORITIES: authority.file,
          SONDE_ALLOWED_NETWORKS: labNetworks.join(','),
        },
        killAfterMs: 250_000,
      },
    );
    await servers.stop();
    if (code !== 0) throw new Error(stderr.slice(-4_000));
    return JSON.parse(stdout);
  });
}

function profiling(): string[] {
  const directory = process.env.SONDE_BULK_PROFILE;
  return directory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${directory}`];
}

async function scan([domains = '', atOnce = '', ssl = '']: readonly string[]): Promise<void> {
  const { config } = loadConfig({ env: process.env });
  const { openScan, checks } = await createScanNetwork(config);
  const { scanners } = chooseChecks(checks, { checkSsl: ssl === 'ssl', advanced: false, expert: false });
  const turn = limitConcurrency(Number(atOnce));
  const codes = new Map<string, number>();
  let questions = 0;
  const one = async (index: number) => {
    const done = await runScan(
      { domain: `d${index}.many.example`, scanners, trigger: 'bulk', budget: config.scanTime },
      { openScan, clock, random, onFault: (check, error) => process.stderr.write(`${check}: ${error}\n`) },
    );
    questions += done.questions;
    for (const [check, { findings, errors }] of Object.entries(done.parts)) {
      for (const { status, code } of [
        ...findings,
        ...errors.map((error) => ({ status: 'error', ...error })),
      ]) {
        const key = `${check} ${status} ${code}`;
        codes.set(key, (codes.get(key) ?? 0) + 1);
      }
    }
  };
  // Compiling the program is not what is asked for.
  const warm = Math.min(100, Number(domains));
  await Promise.all(Array.from({ length: warm }, (_, index) => turn(() => one(index))));
  codes.clear();
  questions = 0;
  const before = process.cpuUsage();
  const began = performance.now();
  await Promise.all(Array.from({ length: Number(domains) }, (_, index) => turn(() => one(index))));
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const count = Number(domains);
  process.stdout.write(
    JSON.stringify({
      domains: count,
      perSecond: Math.round(count / seconds),
      processorMilliseconds: Number(((user + system) / 1_000 / count).toFixed(2)),
      systemMilliseconds: Number((system / 1_000 / count).toFixed(2)),
      questions: Number((questions / count).toFixed(1)),
      codes: Object.fromEntries([...codes].toSorted()),
    }),
  );
  process.exit(0);
}
