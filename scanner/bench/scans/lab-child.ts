import { writeFile } from 'node:fs/promises';
import { runScanBench, type ScanBenchPlan } from './run-scan-bench.ts';

/** Runs the bench of scans in the network that this process is in: `node lab-child.ts PLAN REPORT`, the plan as JSON. */
const [plan = '', report = ''] = process.argv.slice(2);
const found = await runScanBench(JSON.parse(plan) as ScanBenchPlan, (line) =>
  process.stderr.write(`${line}\n`),
);
await writeFile(report, JSON.stringify(found));
// A relay's last sockets must not keep the namespace.
process.exit(0);
