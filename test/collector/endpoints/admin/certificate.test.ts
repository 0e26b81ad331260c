import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

test('administrators see the certificate and how its renewal goes, and have the next one asked for', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { key } = await world.addAccount('root@example.com', { administrator: true });
  const { key: other } = await world.addAccount('ada@example.com');
  const seen = await api.get('/api/admin/certificate', key);
  t.like(seen.body, { source: 'acme', names: ['sonde.example'], failures: 0, temporary: false });
  t.is(seen.body.renews_at, '2026-04-01T00:00:00.000Z');
  t.is((await api.get('/api/admin/certificate', other)).status, 403);

  t.is((await api.send('POST', '/api/admin/certificate/renew', undefined, key)).status, 200);
  t.is(world.collectorCertificate.timesAsked, 1);
  const { body } = await api.get('/api/admin/audit-log?action=certificate_asked_for', key);
  t.is(body.count, 1);
  world.collectorCertificate.current = { ...world.collectorCertificate.current, source: 'files' };
  const refused = await api.send('POST', '/api/admin/certificate/renew', undefined, key);
  t.is(refused.status, 409);
});
