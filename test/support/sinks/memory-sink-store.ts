import type {
  NewSink,
  Sink,
  SinkPlace,
  SinkPosition,
  SinkProgress,
  SinkStep,
  SinkStore,
} from '../../../collector/ports/sinks/sinks.ts';

type Known = { -readonly [Key in keyof SinkProgress]: SinkProgress[Key] };

/** A store of sinks in memory; `isDown` makes it fail as a database that is away. */
export class MemorySinkStore implements SinkStore {
  readonly sinks: Sink[] = [];
  readonly places = new Map<string, Known>();
  isDown = false;

  async list(): Promise<Sink[]> {
    return [...this.sinks];
  }

  async find(name: string): Promise<Sink | undefined> {
    return this.sinks.find((sink) => sink.name === name);
  }

  async add(sink: NewSink): Promise<Sink> {
    const added = { ...sink, id: this.sinks.length + 1, paused: false, createdAt: new Date() };
    this.sinks.push(added);
    return added;
  }

  async pause(name: string, paused: boolean): Promise<boolean> {
    const index = this.sinks.findIndex((sink) => sink.name === name);
    if (index >= 0) this.sinks[index] = { ...this.sinks[index]!, paused };
    return index >= 0;
  }

  async remove(name: string): Promise<boolean> {
    const index = this.sinks.findIndex((sink) => sink.name === name);
    return index >= 0 && this.sinks.splice(index, 1).length > 0;
  }

  async progress(): Promise<SinkProgress[]> {
    return [...this.places.values()];
  }

  async begin(position: SinkPosition, place: SinkPlace): Promise<SinkPlace | undefined> {
    if (!this.sinks.some(({ id }) => id === position.sinkId)) return undefined;
    const key = JSON.stringify(position);
    const counts = { delivered: 0, filtered: 0, refused: 0, lost: 0, batches: 0 };
    const waiting = { waitingSince: null, waitingBytes: 0 };
    const fresh = {
      ...position,
      ...counts,
      ...waiting,
      place,
      deliveredAt: null,
      failingSince: null,
      lastError: null,
    };
    if (!this.places.has(key)) this.places.set(key, fresh);
    return this.places.get(key)!.place;
  }

  async settle(position: SinkPosition, step: SinkStep): Promise<boolean> {
    if (this.isDown) throw new Error('The database is away.');
    const known = this.places.get(JSON.stringify(position));
    if (known === undefined) return false;
    known.place = step.place;
    for (const count of ['delivered', 'filtered', 'refused', 'lost'] as const)
      known[count] += step.counts[count];
    if (step.sent) known.batches++;
    known.waitingSince = step.waitingSince;
    known.waitingBytes = step.waitingBytes;
    known.failingSince = null;
    known.lastError = null;
    return true;
  }

  async fail(position: SinkPosition, message: string): Promise<void> {
    const known = this.places.get(JSON.stringify(position));
    if (known === undefined) return;
    known.failingSince ??= new Date();
    known.lastError = message;
  }

  async lose(collectorId: string, sequence: number, rows: number): Promise<string[]> {
    const behind = [...this.places.values()].filter(
      (known) =>
        known.collectorId === collectorId && known.stream === 'queries' && known.place.major <= sequence,
    );
    for (const known of behind) known.lost += rows;
    return behind.map(({ sinkId }) => this.sinks.find(({ id }) => id === sinkId)!.name);
  }

  async furthest(): Promise<number> {
    return Math.max(0, ...[...this.places.values()].map(({ place }) => place.major));
  }
}
