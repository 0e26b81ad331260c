import { createPublicKey, verify } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { ReportSigner } from '../../../../collector/domain/intelligence/compliance/report-signer.ts';
import {
  type WriteReportsPorts,
  writeReports,
} from '../../../../collector/domain/intelligence/compliance/write-reports.ts';
import {
  createComplianceReportStore,
  createSigningKeyStore,
} from '../../../../collector/storage/postgres/compliance/compliance-reports.ts';
import type { Finding } from '../../../../scanner/ports/finding.ts';
import { canonicalJson } from '../../../../shared/documents/canonical-json.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';
import { createRecordingLog } from '../../../support/recording-log.ts';

const path = '/api/v2/compliance';

async function setUp(t: ExecutionContext) {
  const postgres = (await freshDatabase(t)).open();
  const complianceReports = createComplianceReportStore(postgres);
  const reportSigner = new ReportSigner(createSigningKeyStore(postgres));
  const people = await startPeopleApi(t, postgres, { more: { complianceReports, reportSigner } });
  const { world } = people.api;
  const person = async (email: string) => {
    await people.register(email);
    await postgres.query(`UPDATE accounts SET tier = 'enterprise'`);
    const browser = people.browser();
    await browser.signIn(email);
    return browser;
  };
  const ada = await person('ada@example.com');
  const log = createRecordingLog();
  const { trackedDomains } = world.scans;
  const own = { complianceReports, reportSigner, trackedDomains, collectorId: 'one', log };
  const ports = { ...world.ports, ...own };
  const write = (more: Partial<WriteReportsPorts> = {}, signal = new AbortController().signal) =>
    writeReports({ ...ports, ...more }, signal);
  const submit = async (body: object) => {
    const answer = await ada.send('POST', `${path}/generate-report`, body);
    t.is(answer.status, 202, answer.text);
    return String(answer.body.report_id);
  };
  const scan = (domain: string, found: Record<string, string[]>) =>
    world.scans.addScan(domain, {
      parts: Object.fromEntries(
        Object.entries(found).map(([check, codes]) => {
          const findings = codes.map(
            (code): Finding => ({ code, status: 'pass', message: `<b>${code}</b>`, rule: 'x' }),
          );
          const at = '2026-03-14T09:26:53.589Z';
          return [check, { at, milliseconds: 1, result: null, findings, errors: [] }];
        }),
      ),
    });
  return { ...people, postgres, person, ada, world, write, submit, scan, complianceReports, log };
}

interface Report {
  status: string;
  progress: number;
  document: {
    share_seen: number;
    counts: Record<string, number>;
    controls: {
      id: string;
      state: string;
      assessments: { domain: string; state: string; assessed_at: string }[];
    }[];
    changes: object[];
    compared_with: string | null;
  };
  integrity: { digest: string; signature: string };
}

test('a report tells what was seen of each domain and when, can be verified, and is told from a forged one', async (t) => {
  const { ada, api, submit, scan, write } = await setUp(t);
  await scan('example.com', { dmarc: ['policy_reject'], smtp: ['port_25_unreachable'], dnssec: ['secure'] });
  await scan('example.org', { dmarc: ['no_record'], dnssec: ['insecure'] });
  const domains = ['Example.com', 'example.org', 'never.example', 'example.com'];
  const id = await submit({ framework: 'internet.nl', domains });
  t.like((await ada.get(`${path}/reports/${id}`)).body, { status: 'queued', progress: 0, document: null });
  t.is((await ada.get(`${path}/reports/${id}?format=html`)).status, 409);
  await write();
  const answer = await ada.get(`${path}/reports/${id}`);
  const report = answer.body as unknown as Report;
  t.like(report, { status: 'completed', progress: 1 });
  const control = (wanted: string) => report.document.controls.find((one) => one.id === wanted)!;
  t.deepEqual(
    control('dmarc').assessments.map(({ domain, state }) => [domain, state]),
    [
      ['example.com', 'met'],
      ['example.org', 'not_met'],
      ['never.example', 'not_assessed'],
    ],
  );
  t.is(control('dmarc').state, 'partly_met');
  t.is(control('dmarc').assessments[0]?.assessed_at, '2026-03-14T09:26:53.589Z');
  t.is(control('starttls').state, 'not_assessed', 'a blocked port is no failure');
  t.is(control('rpki').state, 'outside');
  t.true(report.document.share_seen > 0 && report.document.share_seen < 0.5);
  t.notRegex(answer.text, /compliant/i);

  const { document, integrity } = report;
  const check = (body: object) => api.send('POST', `${path}/verify`, body);
  t.like((await check({ document, integrity })).body, { valid: true });
  const forged = { ...document, counts: { ...document.counts, met: 99 } };
  t.like((await check({ document: forged, integrity })).body, { valid: false, digest_matches: false });
  const badly = { ...integrity, signature: Buffer.alloc(64).toString('base64') };
  t.like((await check({ document, integrity: badly })).body, {
    digest_matches: true,
    signature_matches: false,
  });
  // As somebody would who trusts the key and not the installation.
  const { body: key } = await api.get(`${path}/signing-key`);
  const bytes = Buffer.from(`sonde compliance report v1\n${canonicalJson(document as never)}`);
  const publicKey = createPublicKey(String(key.public_key));
  t.true(verify(null, bytes, publicKey, Buffer.from(integrity.signature, 'base64')));
});

test('a report is a page for print and a table, in which nothing that was seen is markup or a formula', async (t) => {
  const { ada, submit, scan, write } = await setUp(t);
  await scan('example.com', { spf: ['fail_all'] });
  const id = await submit({ framework: 'internet.nl', domains: ['example.com'], title: '=1+<script>' });
  await write();
  const html = await ada.get(`${path}/reports/${id}?format=html`);
  t.regex(html.headers.get('content-type')!, /^text\/html/);
  t.regex(
    html.headers.get('content-disposition')!,
    /attachment; filename="internet\.nl-\d{4}-\d\d-\d\d\.html"/,
  );
  t.false(html.text.includes('<script>'));
  t.false(html.text.includes('<b>'));
  t.true(html.text.includes('&#60;b&#62;fail_all'));
  const csv = await ada.get(`${path}/reports/${id}?format=csv`);
  const lines = csv.text.split('\r\n');
  t.is(lines[0], 'framework,control,title,domain,state,assessed_at,reasons');
  t.true(
    lines.some((line) => line.startsWith('internet.nl,spf,') && line.includes(',example.com,met,2026-')),
  );
});

test('a report says what has changed since the one before, and what an account does with its traffic', async (t) => {
  const { ada, submit, scan, write, world } = await setUp(t);
  await scan('example.com', { dnssec: ['insecure'] });
  const first = await submit({ framework: 'nist-sp-800-81r3', domains: ['example.com'] });
  await write();
  await scan('example.com', { dnssec: ['secure'] });
  const { user } = (await ada.get('/api/auth/me')).body as { user: { id: number } };
  const { id: locationId } = await world.addLocation(user.id, 'Office');
  await world.agents.identify({ locationId, uuid: 'x', software: '-', host: '-' });
  const second = await submit({ framework: 'nist-sp-800-81r3', domains: ['example.com'] });
  await write();
  const { document } = (await ada.get(`${path}/reports/${second}`)).body as unknown as Report;
  t.is(document.compared_with, first);
  const changed = (control: string) =>
    document.changes.find((one) => (one as { control: string }).control === control);
  t.like(changed('dnssec'), { domain: 'example.com', before: 'not_met', after: 'met' });
  t.like(changed('dns-logs'), { domain: null, before: 'not_met', after: 'met' });
  const alone = await submit({ framework: 'cis-controls' });
  await write();
  const { document: account } = (await ada.get(`${path}/reports/${alone}`)).body as unknown as Report;
  t.is(account.controls.find(({ id }) => id === '8.6')?.state, 'met');
});

test('reports belong to their account, are bounded, and need domains, an analyst and the tier', async (t) => {
  const { ada, person, submit, postgres, write } = await setUp(t);
  const id = await submit({ framework: 'internet.nl', domains: ['example.com'] });
  const eve = await person('eve@example.com');
  for (const [method, rest] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '?format=csv'],
  ]) {
    t.is((await eve.send(method!, `${path}/reports/${id}${rest}`)).status, 404, `${method} ${rest}`);
  }
  t.like((await eve.get(`${path}/reports`)).body, { count: 0 });
  t.like((await ada.get(`${path}/reports`)).body, { count: 1 });
  const refused = (body: object) => ada.send('POST', `${path}/generate-report`, body);
  t.is((await refused({ framework: 'nothing', domains: ['example.com'] })).status, 404);
  t.is((await refused({ framework: 'internet.nl', domains: [] })).status, 400);
  t.is((await refused({ framework: 'internet.nl', domains: ['not a domain'] })).status, 400);
  for (let more = 0; more < 4; more++) await submit({ framework: 'internet.nl', domains: ['example.com'] });
  t.is((await refused({ framework: 'internet.nl', domains: ['example.com'] })).status, 429);
  await write();
  t.is((await ada.send('DELETE', `${path}/reports/${id}`)).status, 200);
  t.is((await ada.send('DELETE', `${path}/reports/${id}`)).status, 404);
  await postgres.query(`UPDATE accounts SET tier = 'commercial'`);
  t.is(
    (await refused({ framework: 'internet.nl', domains: ['example.com'] })).body.code,
    'tier_insufficient',
  );
});

test('of two collectors one writes a report, and one that was broken off is written by the other', async (t) => {
  const { submit, write, complianceReports, postgres, ada } = await setUp(t);
  const id = await submit({ framework: 'internet.nl', domains: ['example.com'] });
  const [one, two] = await Promise.all([
    complianceReports.claim('one', 60),
    complianceReports.claim('two', 60),
  ]);
  t.is([one, two].filter((claimed) => claimed !== undefined).length, 1);
  t.is(await complianceReports.claim('three', 60), undefined);
  await postgres.query(`UPDATE compliance_reports SET held_until = now() - interval '1 second'`);
  await write({ collectorId: 'other' });
  t.is((await ada.get(`${path}/reports/${id}`)).body.status, 'completed');
  t.false(await complianceReports.progress('one', id, 1, 60), 'who lost it writes nothing any more');
  t.false(await complianceReports.finish('two', id, { error: 'x' }));
});

test('a framework that has gone fails the report in one sentence, and scans come before it where they are asked for', async (t) => {
  const { submit, write, ada, postgres, world } = await setUp(t);
  const id = await submit({ framework: 'internet.nl', domains: ['example.com'] });
  await write({ frameworks: { current: { items: [], version: '', problems: [] } } });
  t.like((await ada.get(`${path}/reports/${id}`)).body, { status: 'failed', document: null });
  const waiting = await submit({ framework: 'internet.nl', domains: ['example.com'], scan: true });
  const { scan_job_id: job } = (await ada.get(`${path}/reports/${waiting}`)).body;
  t.is(typeof job, 'string');
  t.truthy(await world.scans.bulkJobs.find(1, String(job)));
  await postgres.query(`INSERT INTO bulk_jobs (id, account_id, options, total) VALUES ($1, 1, '{}', 1)`, [
    job,
  ]);
  await write();
  t.is((await ada.get(`${path}/reports/${waiting}`)).body.status, 'queued');
  await postgres.query('UPDATE bulk_jobs SET finished_at = now()');
  await write();
  t.is((await ada.get(`${path}/reports/${waiting}`)).body.status, 'completed');
});
