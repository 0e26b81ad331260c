import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { writeReports } from '../../collector/domain/intelligence/compliance/write-reports.ts';
import { FakeWorld } from '../support/fakes/world.ts';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test('a report is asked for, shown, written to a file, and verified without anybody', async (t) => {
  const world = new FakeWorld();
  const api = await startTestApi(t, { world });
  const { key } = await world.addAccount('ada@example.com', { tier: 'enterprise' });
  const sonde = (...args: string[]) =>
    runSonde(['compliance', ...args, '--url', api.url], { SONDE_KEY: key });
  const { trackedDomains } = world.scans;
  const ports = {
    ...world.ports,
    trackedDomains,
    complianceReports: world.contents.complianceReports,
    reportSigner: world.contents.reportSigner,
    collectorId: 'one',
  };
  const write = () => writeReports(ports, new AbortController().signal);
  const at = '2026-03-14T09:26:53.589Z';
  const findings = [{ code: 'policy_reject', status: 'pass', message: 'x', rule: 'x' } as const];
  const dmarc = { at, milliseconds: 1, result: null, findings, errors: [] };
  await world.scans.addScan('example.com', { parts: { dmarc } });

  t.regex((await sonde('frameworks')).stdout, /^bod-18-01 /m);
  const directory = await temporaryDirectory(t);
  const domains = join(directory, 'domains');
  await writeFile(domains, '# ours\nexample.com\n\nexample.org\n');
  const asked = await sonde('report', 'internet.nl', '--file', domains, '--no-wait');
  t.is(asked.exitCode, 0, asked.stderr);
  const id = asked.stdout.trim();
  t.regex((await sonde('show', id)).stdout, /The report is queued/);
  await write();
  t.regex((await sonde('list')).stdout, new RegExp(`^${id} +internet\\.nl +completed +2 of 2`, 'm'));
  const shown = await sonde('show', id);
  t.regex(shown.stdout, /^dmarc +partly met +1 +0 +0 +1 /m);
  t.notRegex(shown.stdout, /compliant/i);
  const file = join(directory, 'report.json');
  t.is((await sonde('show', id, '--format', 'json', '--output', file)).exitCode, 0);
  t.regex((await sonde('show', id, '--format', 'csv')).stdout, /^internet\.nl,dmarc,/m);

  const pem = join(directory, 'key.pem');
  await writeFile(pem, (await sonde('key')).stdout);
  // Nobody is there to ask.
  const verify = (...args: string[]) =>
    runSonde(['compliance', 'verify', ...args, '--url', 'http://127.0.0.1:1']);
  const good = await verify(file, '--public-key', pem);
  t.is(good.exitCode, 0, good.stderr);
  t.regex(good.stdout, /digest and signature match/);
  const forged = join(directory, 'forged.json');
  await writeFile(forged, (await readFile(file, 'utf8')).replace('"not_assessed"', '"met"'));
  const bad = await verify(forged, '--public-key', pem, '--json');
  t.is(bad.exitCode, 2);
  t.like(JSON.parse(bad.stdout), { valid: false, digest_matches: false, signature_matches: false });
  const others = await Promise.all([
    verify(pem, '--public-key', pem),
    verify(file, '--public-key', domains),
    verify(file),
  ]);
  t.deepEqual(
    others.map(({ exitCode }) => exitCode),
    [1, 78, 69],
  );
});
