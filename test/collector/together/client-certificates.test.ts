import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { askStatus } from '../../../agent/status/ask-status.ts';
import { readEnrolment, writeEnrolment } from '../../../sensor/enrolment/enrolment-file.ts';
import { startAgentProcess } from '../../support/agent/agent-process.ts';
import { statusNow } from '../../support/agent/status-now.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const packets = 40_000;

test('an agent enrols, ships over TLS with its certificate, and renews it while rows flow; none is lost', async (t) => {
  t.timeout(240_000);
  const directory = await temporaryDirectory(t);
  const { certificate, key } = await makeCertificate(directory, 'localhost');
  const { url: bound } = await startTestCollector(t, {
    listen: 'localhost:0',
    tlsCertificate: certificate,
    tlsKey: key,
    clientCertificates: 'required',
  });
  const url = `https://localhost:${new URL(bound).port}`;
  const own = new Agent({ rejectUnauthorized: false });
  t.teardown(() => own.destroy());
  const call = (method: string, path: string, body?: object, more: Record<string, string> = {}) =>
    new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      const headers = { 'x-api-key': adminKey, 'content-type': 'application/json', ...more };
      const asked = request(new URL(path, url), { method, agent: own, headers }, async (response) => {
        const answer = await text(response);
        resolve({ status: response.statusCode!, body: JSON.parse(answer) });
      });
      asked.on('error', reject).end(body && JSON.stringify(body));
    });
  const office = await call('POST', '/api/v1/dns-monitoring/locations', { location_name: 'Office' });
  const made = await call('POST', '/api/v1/enrolment/tokens', { location_id: office.body.id });
  const state = join(directory, 'state');
  const enrol = startAgentProcess(t, ['enrol', url, '--state', state, '--ca-file', certificate], {
    SONDE_AGENT_ENROLMENT_TOKEN: String(made.body.token),
  });
  t.is(await enrol.ended, 0, enrol.stderr());
  const first = (await readEnrolment(state))!;
  t.truthy(first.certificate);
  const keyAlone = await call(
    'POST',
    '/api/v1/dns-monitoring/queries',
    { queries: [] },
    { 'x-api-key': first.key },
  );
  t.is(keyAlone.body.code, 'certificate_required', 'the key alone is of no use to a thief');

  // Two thirds of its time are over.
  const due = { ...first.certificate!, renew_at: new Date(0).toISOString() };
  await writeEnrolment(state, { ...first, certificate: due });
  const file = join(directory, 'packets');
  await writeFile(file, `${packets} hold`);
  const args = ['run', '--state', state, '--ca-file', certificate, '--batch-seconds', '0.2'];
  const agent = startAgentProcess(t, [...args, '--read', file]);
  await until(async () => (await readEnrolment(state))!.certificate!.certificate !== due.certificate);
  await until(async () => (await statusNow(state))?.delivery.rowsAccepted === packets, 120_000);
  const status = (await askStatus(state))!;
  const second = (await readEnrolment(state))!;
  t.is(second.key, first.key);
  t.is(status.client_certificate?.ends_at, second.certificate!.ends_at);
  t.is(status.client_certificate?.last_failure, null);
  t.is(status.delivery.batchesRefused, 0);
  agent.child.kill('SIGTERM');
  t.is(await agent.ended, 0, agent.stderr());
  t.false((agent.stdout() + agent.stderr()).includes(first.key));
  t.false((agent.stdout() + agent.stderr()).includes('PRIVATE KEY'));
  const { agents } = (await call('GET', '/api/v1/dns-monitoring/agents')).body as {
    agents: { rows: number; runs: { complete: boolean }[] }[];
  };
  t.deepEqual(
    agents.map(({ rows, runs }) => [rows, runs[0]!.complete]),
    [[packets, true]],
  );

  const listed = (await call('GET', '/api/v1/enrolment/agents')).body.agents as {
    id: number;
    certificate_ends_at: string;
  }[];
  t.is(listed[0]!.certificate_ends_at, second.certificate!.ends_at);
  await call('DELETE', `/api/v1/enrolment/agents/${listed[0]!.id}`);
  await writeFile(file, '100 hold');
  const revoked = startAgentProcess(t, [...args, '--read', file]);
  await until(async () => (await statusNow(state))?.delivery.collectors[0]?.condition === 'unauthorized');
  t.is((await askStatus(state))!.delivery.spool.rows, 100, 'rows wait for whoever enrols it anew');
  revoked.child.kill('SIGTERM');
  await revoked.ended;
});
