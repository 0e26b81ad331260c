import { readFile, writeFile } from 'node:fs/promises';
import { ownMostResidentBytes } from '@sonde/shared/bench/own-memory.ts';
import { loadSettings } from '@sonde/shared/settings/load-settings.ts';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import limitConcurrency from 'p-limit';
import type { DmarcResult } from '../../checks/dmarc/dmarc-result.ts';
import type { SpfResult } from '../../checks/spf/spf-result.ts';
import { chooseChecks } from '../../run/choose-checks.ts';
import { runScan } from '../../run/run-scan.ts';
import { scannerSettings } from '../../settings.ts';
import { createScanNetwork } from '../../start/create-scan-network.ts';
import type { ChildPlan, ChildReport, MeasuredScan } from './child-plan.ts';

/**
 * Scans domains in a process of its own, so that nothing but scans is counted: `node scan-child.ts PLAN REPORT`, files of JSON. The
 * lab that it runs in is in its settings.
 */
const [plan = '', report = ''] = process.argv.slice(2);
const { domains, checks: names, atOnce, warm } = JSON.parse(await readFile(plan, 'utf8')) as ChildPlan;
const { config } = loadSettings(
  { table: scannerSettings, prefix: 'SONDE_', isForeign: () => true },
  { env: process.env, flags: {} },
);
const { openScan, checks } = await createScanNetwork(config);
const scope = { checkSsl: false, advanced: false, expert: false, checks: names };
const { scanners } = chooseChecks(checks, scope);
const turn = limitConcurrency(atOnce);
const scanAll = (all: readonly string[]) => Promise.all(all.map((domain) => turn(() => scan(domain))));

// Compiling the program is not what is asked for, and top-level domains are known to whoever scans many.
await scanAll(domains.slice(0, warm));
const before = process.cpuUsage();
const began = performance.now();
const scans = await scanAll(domains);
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(before);
const measured: ChildReport = {
  seconds,
  processorSeconds: (user + system) / 1e6,
  mostMemory: ownMostResidentBytes(),
  scans,
};
await writeFile(report, JSON.stringify(measured));
process.exit(0);

async function scan(domain: string): Promise<MeasuredScan> {
  const { milliseconds, questions, parts } = await runScan(
    { domain, scanners, trigger: 'bulk', budget: config.scanTime },
    { openScan, clock, random, onFault: (check, error) => process.stderr.write(`${check}: ${error}\n`) },
  );
  const verdict = (check: string) =>
    (parts[check]?.result as Pick<SpfResult | DmarcResult, 'valid'> | null | undefined)?.valid ?? null;
  return { domain, milliseconds, questions, spf: verdict('spf'), dmarc: verdict('dmarc') };
}
