import { randomBytes, randomUUID } from 'node:crypto';
import type { SondeClient } from '../../../client/sonde-client.ts';

/** Tokens in several states, and two agents that enrolled by one of them, one of which is revoked. */
export async function seedEnrolment(api: SondeClient): Promise<void> {
  const { locations } = await api.call('GET /api/v1/dns-monitoring/locations');
  const location_id = locations[0]!.id;
  const make = (body: object) =>
    api.call('POST /api/v1/enrolment/tokens', { body: { location_id, ...body } });
  const { id } = await make({ label: 'The gateway that was sent back' });
  await api.call('DELETE /api/v1/enrolment/tokens/{id}', { params: { id } });
  const { token } = await make({ uses: 40, expires_in_seconds: 7 * 86_400, label: 'Image of March' });
  await make({ networks: ['192.0.2.0/24', '2001:db8:1234:5678::/64'] });
  const enrol = (host: string) =>
    api.call('POST /api/v1/enrolment/agents', {
      body: {
        token,
        agent_id: randomUUID(),
        key: `sonde_loc_${randomBytes(20).toString('hex')}`,
        software: 'sonde-agent 0.2.0',
        host,
      },
    });
  await enrol('gateway.office.example');
  const gone = await enrol('a-machine-with-a-rather-long-name.branch.office.example');
  await api.call('DELETE /api/v1/enrolment/agents/{id}', { params: { id: gone.id } });
}
