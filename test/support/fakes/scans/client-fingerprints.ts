import type {
  ClientFingerprintStore,
  FingerprintRecord,
  FingerprintSighting,
} from '../../../../collector/ports/accounts/client-fingerprints.ts';

type Pair = Omit<FingerprintSighting, 'at'> & Pick<FingerprintRecord, 'firstSeen' | 'lastSeen' | 'timesSeen'>;

/** Fingerprints in memory, with the behaviour that the port promises. */
export class FakeClientFingerprints implements ClientFingerprintStore {
  #pairs: Pair[] = [];

  async record({ accountId, sourceAddress, ja4, at }: FingerprintSighting): Promise<FingerprintRecord> {
    const own = this.#pairs.filter((pair) => pair.accountId === accountId);
    const known = own.find((pair) => pair.ja4 === ja4 && pair.sourceAddress === sourceAddress);
    const { firstSeen = at, timesSeen = 0 } = known ?? {};
    const pair = { accountId, sourceAddress, ja4, firstSeen, lastSeen: at, timesSeen: timesSeen + 1 };
    this.#pairs = [...this.#pairs.filter((other) => other !== known), pair];
    const others = own.filter((other) => other !== known);
    return {
      firstSeen,
      lastSeen: at,
      timesSeen: pair.timesSeen,
      addresses: 1 + others.filter((other) => other.ja4 === ja4).length,
      fingerprintsOfAddress: 1 + others.filter((other) => other.sourceAddress === sourceAddress).length,
    };
  }

  async recordMany(sightings: readonly (FingerprintSighting & { readonly times: number })[]): Promise<void> {
    for (const { times, ...sighting } of sightings)
      for (let count = 0; count < times; count++) await this.record(sighting);
  }

  async forgetBefore(date: Date): Promise<number> {
    const kept = this.#pairs.filter(({ lastSeen }) => lastSeen >= date);
    const count = this.#pairs.length - kept.length;
    this.#pairs = kept;
    return count;
  }
}
