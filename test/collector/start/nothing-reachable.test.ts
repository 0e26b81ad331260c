import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { loadConfig } from '../../../collector/config/load-config.ts';
import { chooseChecks } from '../../../scanner/run/choose-checks.ts';
import { runScan } from '../../../scanner/run/run-scan.ts';
import { createScanNetwork } from '../../../scanner/start/create-scan-network.ts';
import { systemClock as clock, systemRandom as random } from '../../../shared/system/system.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

for (const way of ['from the root', 'by resolvers'] as const) {
  test(`where nothing can be reached ${way}, nothing is said of the domain`, async (t) => {
    const hints = join(await temporaryDirectory(t), 'root.hints');
    // The guard lets nobody go there.
    await writeFile(hints, '. 3600 IN NS a.root.\na.root. 3600 IN A 127.0.0.1\n');
    const { config } = loadConfig({
      env: {
        SONDE_PROPAGATION_RESOLVERS: '127.0.0.1',
        ...(way === 'from the root' ? { SONDE_ROOT_HINTS: hints } : { SONDE_RESOLVERS: '127.0.0.1' }),
      },
    });
    const { openScan, checks } = await createScanNetwork(config);
    const { scanners } = chooseChecks(checks, { checkSsl: true, advanced: true, expert: false });
    const faults: unknown[] = [];
    const scan = await runScan(
      { domain: 'www.example.com', scanners, trigger: 'request', budget: 20_000 },
      { openScan, clock, random, onFault: (_, error) => faults.push(error) },
    );
    t.deepEqual(faults, []);
    t.is(scan.questions, 0);
    t.like(scan.parts.dkim!.result, {
      details: 'None of the 22 selectors that were tried could be looked up.',
    });
    for (const [check, { findings, errors }] of Object.entries(scan.parts)) {
      const claims = findings.filter(({ status }) => status !== 'unknown');
      t.deepEqual(claims, [], check);
      t.true(errors.length > 0, check);
    }
  });
}
