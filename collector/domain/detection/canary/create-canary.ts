import { Conflict } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { Canary, CanaryPattern, CanaryStore } from '../../../ports/threats/canaries.ts';
import { idLength } from './canary-names.ts';

const mostAnHour = 20;
const minuteMilliseconds = 60_000;
/** Agents send what they see within seconds; a sensor elsewhere may have been away. */
const minutesInForce = 15;
/** Every collector learns of a canary within this time; a name that is asked for earlier would be taken in earnest. */
export const secondsBeforeStart = 15;

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

export interface CreateCanaryPorts {
  readonly canaries: Pick<CanaryStore, 'add'>;
  readonly random: Random;
  readonly clock: Clock;
}

/** Announces names that an agent is about to ask for. Throws a Conflict if that was done too often lately. */
export async function createCanary(
  { accountId, locationId }: { readonly accountId: number; readonly locationId: number },
  patterns: readonly CanaryPattern[],
  { canaries, random, clock }: CreateCanaryPorts,
): Promise<{ canary: Canary; startsAt: Date }> {
  const id = Array.from(random.bytes(idLength), (byte) => alphabet[byte & 31]).join('');
  const endsAt = new Date(clock.now() + minutesInForce * minuteMilliseconds);
  const unique = [...new Set(patterns)];
  const canary = await canaries.add({ id, accountId, locationId, patterns: unique, endsAt }, mostAnHour);
  if (canary === undefined) throw new Conflict(`An account begins at most ${mostAnHour} canaries an hour.`);
  return { canary, startsAt: new Date(clock.now() + secondsBeforeStart * 1_000) };
}
