import { makeKey } from '../../../../collector/domain/people/access/api-key.ts';
import { enrolAgent } from '../../../../collector/domain/traffic/enrolment/enrol-agent.ts';
import { makeEnrolmentToken } from '../../../../collector/domain/traffic/enrolment/make-token.ts';
import { systemRandom } from '../../system-random.ts';
import type { FakeWorld } from '../world.ts';

interface Place {
  readonly accountId: number;
  readonly locationId: number;
}

/** A token by which agents of a location enrol, good for one. */
export async function addEnrolmentToken({ ports }: FakeWorld, place: Place) {
  const wish = { ...place, label: '', networks: null, uses: 1, expiresInSeconds: 3_600 };
  const { made, token } = await makeEnrolmentToken(wish, ports);
  return { id: made.id, token };
}

/** An agent of a location that has a key of its own. */
export async function addEnrolledAgent(world: FakeWorld, place: Place): Promise<{ id: number; key: string }> {
  const { token } = await addEnrolmentToken(world, place);
  const { key } = makeKey('location', systemRandom);
  const wish = { token, key, uuid: systemRandom.uuid(), software: 'sonde-agent/test', host: 'here' };
  const agent = await enrolAgent(wish, { address: '192.0.2.1', requestId: 'test' }, world.ports);
  return { id: agent.id, key };
}
