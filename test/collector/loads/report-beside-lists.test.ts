import { performance } from 'node:perf_hooks';
import test from 'ava';
import { ReportSigner } from '../../../collector/domain/intelligence/compliance/report-signer.ts';
import { writeReports } from '../../../collector/domain/intelligence/compliance/write-reports.ts';
import {
  createComplianceReportStore,
  createSigningKeyStore,
} from '../../../collector/storage/postgres/compliance/compliance-reports.ts';
import { createServiceIndex } from '../../../collector/storage/postgres/scans/service-index.ts';
import { createTrackedDomainStore } from '../../../collector/storage/postgres/scans/tracked-domains.ts';
import { freshDatabase } from '../../support/engines/postgres.ts';
import { startPeopleApi } from '../../support/http/people-api.ts';
import { BlockMeter } from '../../support/loads/block-meter.ts';
import { silentLog } from '../../support/silent-log.ts';

/** Domains of the report, and characters of what each of the checks found of one. */
const domains = process.env.SONDE_LOADS === 'thorough' ? 1_000 : 60;
const characters = 3_000;
const checks = ['dmarc', 'spf', 'dkim', 'dnssec', 'https', 'smtp', 'dane', 'caa', 'records', 'security-txt'];

test('lists are answered while a report over many domains is written, and how fast is told', async (t) => {
  t.timeout(120_000);
  const postgres = (await freshDatabase(t)).open();
  const complianceReports = createComplianceReportStore(postgres);
  const reportSigner = new ReportSigner(createSigningKeyStore(postgres));
  const trackedDomains = createTrackedDomainStore(postgres);
  const serviceIndex = createServiceIndex(postgres);
  const more = { complianceReports, reportSigner, serviceIndex };
  const people = await startPeopleApi(t, postgres, { more });
  await people.register('ada@example.com');
  await postgres.query(`UPDATE accounts SET tier = 'enterprise'`);
  const ada = people.browser();
  await ada.signIn('ada@example.com');
  await postgres.query(
    `INSERT INTO tracked_domains (domain, first_scanned_at, last_scanned_at, summary, parts)
     SELECT 'domain-' || n || '.example', now(), now(), '{}',
       (SELECT jsonb_object_agg(name, jsonb_build_object('at', '2026-03-14T09:26:53.589Z', 'milliseconds', 5,
          'result', jsonb_build_object('raw', repeat('x', $2), 'recordSets', '[]'::jsonb, 'exists', true),
          'findings', '[{"code": "a", "status": "fail", "message": "A sentence about what was found.", "rule": "RFC 1"}]'::jsonb,
          'errors', '[]'::jsonb)) FROM unnest($3::text[]) AS name)
     FROM generate_series(1, $1) AS n`,
    [domains, characters, checks],
  );
  const names = Array.from({ length: domains }, (_, index) => `domain-${index + 1}.example`);
  const lists = [
    '/api/v2/marketplace/products',
    '/api/v2/training/courses',
    '/api/v2/compliance/reports',
    '/api/account/audit-log',
    '/api/v2/intel/services/top',
  ];
  const ports = { ...people.api.world.ports, complianceReports, reportSigner, trackedDomains };
  const write = () =>
    writeReports({ ...ports, collectorId: 'one', log: silentLog }, new AbortController().signal);
  const submit = async () => {
    const body = { framework: 'internet.nl', domains: names };
    t.is((await ada.send('POST', '/api/v2/compliance/generate-report', body)).status, 202);
  };
  const ask = async (times: number[]) => {
    for (const path of lists) {
      const began = performance.now();
      const { status, text } = await ada.get(path);
      times.push(performance.now() - began);
      t.is(status, 200, text);
    }
  };
  // The second has the first to be compared with.
  await submit();
  await write();
  const idle: number[] = [];
  await ask([]);
  for (let round = 0; round < 6; round++) await ask(idle);

  await submit();
  const beside: number[] = [];
  const meter = new BlockMeter();
  meter.begin();
  const spent = process.cpuUsage();
  const began = performance.now();
  let ended = false;
  const writing = write().finally(() => {
    ended = true;
  });
  while (!ended) await ask(beside);
  await writing;
  const { processor, delay } = meter.end();
  const { user, system } = process.cpuUsage(spent);
  const seconds = (performance.now() - began) / 1_000;
  const list = (await ada.get('/api/v2/compliance/reports')).body.reports as { status: string }[];
  t.deepEqual(
    list.map(({ status }) => status),
    ['completed', 'completed'],
  );
  t.true(beside.length > 0);
  const says = (times: number[]) =>
    [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(1)).join(' / ');
  t.log(`idle, milliseconds (median / p95 / longest): ${says(idle)} of ${idle.length}`);
  t.log(`beside the report: ${says(beside)} of ${beside.length}`);
  t.log(`longest turn: ${processor.toFixed(1)} ms of processor time, longest delay ${delay.toFixed(1)} ms`);
  t.log(`the report: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processor time`);
});

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
