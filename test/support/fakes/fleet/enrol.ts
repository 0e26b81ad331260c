import { makeKey } from '../../../../collector/domain/people/access/api-key.ts';
import { SecretBox } from '../../../../collector/domain/people/access/secret-box.ts';
import { ClientCertificates } from '../../../../collector/domain/serving/clients/client-certificates.ts';
import { enrolAgent } from '../../../../collector/domain/traffic/enrolment/enrol-agent.ts';
import { makeEnrolmentToken } from '../../../../collector/domain/traffic/enrolment/make-token.ts';
import type { Clock } from '../../../../shared/system/clock.ts';
import { silentLog } from '../../silent-log.ts';
import { systemRandom } from '../../system-random.ts';
import type { Ending } from '../../temporary-directory.ts';
import type { FakeWorld } from '../world.ts';
import { FakeClientAuthorities } from './client-authorities.ts';

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
export async function addEnrolledAgent(
  world: FakeWorld,
  place: Place,
): Promise<{ id: number; keyId: number; uuid: string; key: string }> {
  const { token } = await addEnrolmentToken(world, place);
  const { key } = makeKey('location', systemRandom);
  const wish = { token, key, uuid: systemRandom.uuid(), software: 'sonde-agent/test', host: 'here' };
  const agent = await enrolAgent(wish, { address: '192.0.2.1', requestId: 'test' }, world.ports);
  return { id: agent.id, keyId: agent.keyId, uuid: agent.uuid, key };
}

/** Lets agents of a world get certificates. Before the app is made of the world. */
export async function giveCertificates(
  t: Ending,
  world: FakeWorld,
  mode: 'offered' | 'required' = 'offered',
  clock: Clock = Date,
): Promise<ClientCertificates> {
  const clientAuthorities = new FakeClientAuthorities(world.enrolments);
  const secrets = new SecretBox(new Uint8Array(32), systemRandom);
  const ports = { clientAuthorities, secrets, clock, random: systemRandom, log: silentLog };
  const certificates = await ClientCertificates.open({ mode, days: 30 }, ports);
  t.teardown(() => certificates.stop());
  world.clientCertificates = certificates;
  return certificates;
}
