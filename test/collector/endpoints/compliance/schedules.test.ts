import { createPublicKey, verify } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { ReportSigner } from '../../../../collector/domain/intelligence/compliance/report-signer.ts';
import {
  type RunSchedulesPorts,
  runSchedules,
} from '../../../../collector/domain/intelligence/compliance/schedules/run-schedules.ts';
import { tellRecipients } from '../../../../collector/domain/intelligence/compliance/schedules/tell-recipients.ts';
import { writeReports } from '../../../../collector/domain/intelligence/compliance/write-reports.ts';
import { brandSchema } from '../../../../collector/domain/people/brand/brand.ts';
import type { Mail } from '../../../../collector/ports/system/mailer.ts';
import {
  createComplianceReportStore,
  createSigningKeyStore,
} from '../../../../collector/storage/postgres/compliance/compliance-reports.ts';
import { createComplianceScheduleStore } from '../../../../collector/storage/postgres/compliance/compliance-schedules.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';
import { startWebhookReceiver } from '../../../support/http/webhook-receiver.ts';
import { createRecordingLog } from '../../../support/recording-log.ts';

const path = '/api/v2/compliance';
const dayMilliseconds = 86_400_000;

async function setUp(t: ExecutionContext) {
  const postgres = (await freshDatabase(t)).open();
  const complianceReports = createComplianceReportStore(postgres);
  const complianceSchedules = createComplianceScheduleStore(postgres);
  const reportSigner = new ReportSigner(createSigningKeyStore(postgres));
  const more = {
    complianceReports,
    complianceSchedules,
    reportSigner,
    mailRecipients: ['@example.com'],
  };
  const people = await startPeopleApi(t, postgres, { more });
  const { world } = people.api;
  await people.register('ada@example.com');
  await postgres.query(`UPDATE accounts SET tier = 'enterprise'`);
  const ada = people.browser();
  await ada.signIn('ada@example.com');

  const receiver = await startWebhookReceiver(t);
  const mails: Mail[] = [];
  const log = createRecordingLog();
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const { trackedDomains, bulkJobs } = world.scans;
  const { accounts } = world;
  const ports = {
    ...world.ports,
    ...more,
    trackedDomains,
    bulkJobs,
    accounts: {
      find: async (id: number) => ({ ...(await accounts.find(id))!, tier: 'enterprise' as const }),
    },
    collectorId: 'one',
    clock,
    log,
    publicUrl: 'https://sonde.example/below/',
    notificationFetch: receiver.notificationFetch,
    sendMail: async (mail: Mail) => void mails.push(mail),
  };
  const signal = new AbortController().signal;
  return {
    ...people,
    postgres,
    ada,
    world,
    receiver,
    mails,
    ports,
    complianceSchedules,
    complianceReports,
    forward: (days: number) => {
      ahead += days * dayMilliseconds;
    },
    ask: (given: Partial<RunSchedulesPorts> = {}) => runSchedules({ ...ports, ...given }, signal),
    write: () => writeReports(ports, signal),
    tell: () => tellRecipients(ports, signal),
    scan: (domain: string, code: string) =>
      world.scans.addScan(domain, {
        parts: {
          dmarc: {
            at: '2026-03-14T09:26:53.589Z',
            milliseconds: 1,
            result: null,
            findings: [{ code, status: 'pass', message: code, rule: 'x' }],
            errors: [],
          },
        },
      }),
  };
}

const daily = {
  framework: 'internet.nl',
  domains: ['Example.com', 'example.com'],
  scan: false,
  every: 'daily',
};

interface Schedule {
  schedule_id: string;
  next_run_at: string;
  last_report_id: string | null;
  last_error: string | null;
}

test('a report is written when it is due, compared with the one before, and mailed and posted', async (t) => {
  const { ada, api, world, receiver, mails, forward, ask, write, tell, scan, complianceReports } =
    await setUp(t);
  const acme = { id: 'acme', hosts: ['*'], name: 'Acme DNS', support: { email: 'help@acme.example' } };
  const logo = '<svg viewBox="0 0 8 8"><rect width="8" height="8" fill="#0b5a8a"/></svg>';
  world.contents.brands.current = {
    items: [brandSchema.parse({ ...acme, logo })],
    version: '2',
    problems: [],
  };
  const made = await ada.send('POST', `${path}/schedules`, {
    ...daily,
    title: 'Every\u202e day',
    emails: ['Ops@example.com'],
    webhooks: [receiver.url],
  });
  t.is(made.status, 201, made.text);
  const id = String(made.body.schedule_id);
  t.like(made.body, { domains: ['example.com'], emails: ['ops@example.com'], last_report_id: null });
  const list = async () =>
    ((await ada.get(`${path}/schedules`)).body as unknown as { schedules: Schedule[] }).schedules[0]!;
  await ask();
  t.is((await list()).last_report_id, null, 'it is not due');

  await scan('example.com', 'no_record');
  forward(1);
  await ask();
  await ask();
  const first = await list();
  t.is(typeof first.last_report_id, 'string');
  t.true(Date.parse(first.next_run_at) > Date.now() + dayMilliseconds);
  await tell();
  t.is(mails.length, 0, 'it is not written yet');
  await write();
  await tell();
  await tell();
  t.is(mails.length, 1);
  t.is(receiver.received.length, 1);

  await scan('example.com', 'policy_reject');
  forward(1);
  await ask();
  await write();
  await tell();
  const [, mail] = mails;
  t.like(mail, { to: 'ops@example.com' });
  t.regex(mail!.subject, /^Acme DNS: Every {1,2}day: \d+ met, .* changes$/);
  t.regex(mail!.text, /dmarc of example\.com: not met, now met/);
  t.regex(mail!.text, /https:\/\/sonde\.example\/below\/compliance\?report=/);
  t.regex(mail!.text, /Acme DNS: help@acme\.example/);
  t.notRegex(mail!.text + mail!.subject, /compliant|\u202e/i);
  const page = mail!.attachments![0]!;
  t.regex(page.content, /img src="data:image\/svg\+xml;base64,/);
  t.regex(page.content, /default-src 'none'/);

  // Whoever has the public key can tell that the event is of this installation, and that it is whole.
  const [, { headers, body }] = receiver.received as [unknown, (typeof receiver.received)[0]];
  const event = JSON.parse(body) as { event: string; report: { report_id: string; changes: object[] } };
  t.is(event.event, 'compliance_report');
  t.deepEqual(event.report.changes, [
    { control: 'dmarc', domain: 'example.com', before: 'not_met', after: 'met' },
  ]);
  const { body: key } = await api.get(`${path}/signing-key`);
  const signed = (text: string) =>
    verify(
      null,
      Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`),
      createPublicKey(String(key.public_key)),
      Buffer.from(String(headers['webhook-signature']).slice('v1a,'.length), 'base64'),
    );
  t.true(signed(body));
  t.false(signed(`${body} `));
  const report = await complianceReports.find(1, event.report.report_id);
  t.is(report?.scheduleId, id);
});

test('of many collectors one asks for a report, and one that was broken off asks for it once', async (t) => {
  const { ada, ask, forward, postgres, complianceSchedules, complianceReports, ports } = await setUp(t);
  await ada.send('POST', `${path}/schedules`, daily);
  forward(1);
  await Promise.all(['one', 'two', 'three'].map((collectorId) => ask({ collectorId })));
  t.is((await complianceReports.list(1, { limit: 10, offset: 0 })).count, 1);

  // The first is killed after it asked, and before it could say so.
  forward(1);
  const at = new Date(ports.clock.now());
  const due = (await complianceSchedules.claimDue('one', at, ports.random.uuid(), 60))!;
  t.is(await complianceSchedules.claimDue('two', at, ports.random.uuid(), 60), undefined);
  const unsettled = { claimDue: async () => due, settle: async () => Promise.reject(new Error('killed')) };
  await t.throwsAsync(ask({ complianceSchedules: unsettled }), { message: 'killed' });
  await postgres.query(`UPDATE compliance_schedules SET held_until = now() - interval '1 second'`);
  await ask({ collectorId: 'two' });
  t.is((await complianceReports.list(1, { limit: 10, offset: 0 })).count, 2);
  t.false(await complianceSchedules.settle('one', due.id, { nextRunAt: at, at, error: null }));
});

test('recipients hear of changes alone if they want so, of what fails again and again, and of nothing once it is deleted', async (t) => {
  const { ada, ask, write, tell, forward, scan, receiver, postgres } = await setUp(t);
  const made = await ada.send('POST', `${path}/schedules`, {
    ...daily,
    only_changes: true,
    webhooks: [receiver.url],
  });
  const id = String(made.body.schedule_id);
  const run = async () => {
    forward(1);
    await ask();
    await write();
    await tell();
  };
  await scan('example.com', 'no_record');
  await run();
  t.is(receiver.received.length, 1, 'the first is news');
  await run();
  t.is(receiver.received.length, 1, 'nothing has changed');
  await scan('example.com', 'policy_reject');
  receiver.answers.push({ status: 500 });
  await run();
  t.is(receiver.received.length, 2);
  const one = async () =>
    ((await ada.get(`${path}/schedules`)).body as unknown as { schedules: object[] }).schedules[0];
  t.like(await one(), { waiting: 1, delivery_error: 'The receiver answered with 500.' });
  await postgres.query('UPDATE compliance_deliveries SET next_attempt_at = now()');
  await tell();
  t.like(await one(), { waiting: 0, given_up: 0, delivery_error: null });
  const ids = receiver.received.slice(1).map(({ headers }) => headers['webhook-id']);
  t.is(new Set(ids).size, 1, 'a repetition has the same id');

  const paused = await ada.send('PUT', `${path}/schedules/${id}`, { ...daily, active: false });
  t.like(paused.body, { active: false, next_run_at: null, webhooks: [] });
  const { count } = (await ada.get(`${path}/reports`)).body;
  await run();
  t.is((await ada.get(`${path}/reports`)).body.count, count);
  t.is((await ada.send('DELETE', `${path}/schedules/${id}`)).status, 200);
  t.is((await ada.get(`${path}/reports`)).body.count, count, 'reports stay');
});

test('a schedule says why its report could not be asked for, and nobody has mail sent to whom he likes', async (t) => {
  const { ada, ask, forward, ports } = await setUp(t);
  const refused = async (more: object) =>
    (await ada.send('POST', `${path}/schedules`, { ...daily, ...more })).status;
  t.is(await refused({ emails: ['victim@elsewhere.example'] }), 400);
  t.is(await refused({ webhooks: ['ftp://example.com/'] }), 400);
  t.is(await refused({ webhooks: ['https://user:secret@example.com/'] }), 400);
  t.is(await refused({ framework: 'nothing' }), 404);
  t.is(await refused({ domains: [] }), 400);
  t.is(await refused({ every: 'hourly' }), 400);
  t.is(await refused({ day: 31 }), 400);
  await ada.send('POST', `${path}/schedules`, daily);
  const one = async () =>
    ((await ada.get(`${path}/schedules`)).body as unknown as { schedules: Schedule[] }).schedules[0]!;
  forward(1);
  await ask({ frameworks: { current: { items: [], version: '', problems: [] } } });
  t.regex((await one()).last_error!, /framework/);
  forward(1);
  const free = {
    find: async (id: number) => ({ ...(await ports.accounts.find(id)), tier: 'free' as const }),
  };
  await ask({ accounts: free });
  t.regex((await one()).last_error!, /tier enterprise/);
  forward(1);
  await ask();
  t.is((await one()).last_error, null);
});
