import type { ZoneEntry } from './journal.ts';
import { MessagePacker } from './message-packer.ts';
import { writeNs, writeSoa, writeTrigger } from './record-writer.ts';
import type { Request } from './request.ts';
import type { RpzZone } from './zone.ts';

/** Large enough to be few, small enough that packing one does not hold up the other work. */
const messageBytes = 32_768;

type Writer = (buffer: Buffer, offset: number) => number;

/** Writes the messages of a full transfer (RFC 5936), of the zone as it is when the first one is taken. */
export function* fullTransfer(zone: RpzZone, request: Request): Generator<Buffer> {
  const { serial, entries } = zone.snapshot();
  yield* pack(request, fullRecords(zone, serial, entries));
}

/**
 * Writes the messages that answer IXFR (RFC 1995): nothing but the SOA if the resolver is up to date, the steps since
 * its serial if they are kept, else the whole zone. A serial later than ours gets the whole zone too: it comes from a
 * zone that we know nothing of.
 */
export function* incrementalTransfer(zone: RpzZone, request: Request): Generator<Buffer> {
  const { times, serial } = zone;
  const soa =
    (at: number): Writer =>
    (buffer, offset) =>
      writeSoa(buffer, offset, at, times);
  if (request.serial === serial) {
    yield* pack(request, [soa(serial)]);
    return;
  }
  const steps = request.serial === undefined ? undefined : zone.since(request.serial);
  if (steps === undefined) {
    yield* fullTransfer(zone, request);
    return;
  }
  const records = function* (): Generator<Writer> {
    yield soa(serial);
    for (const step of steps) {
      yield soa(step.from);
      yield* triggers(step.removed, times.ttl);
      yield soa(step.to);
      yield* triggers(step.added, times.ttl);
    }
    yield soa(serial);
  };
  yield* pack(request, records());
}

function* fullRecords(zone: RpzZone, serial: number, entries: readonly ZoneEntry[]): Generator<Writer> {
  const { times } = zone;
  const soa: Writer = (buffer, offset) => writeSoa(buffer, offset, serial, times);
  yield soa;
  yield (buffer, offset) => writeNs(buffer, offset, times.ttl);
  yield* triggers(entries, times.ttl);
  yield soa;
}

function* triggers(entries: readonly ZoneEntry[], ttl: number): Generator<Writer> {
  for (const [owner, { records }] of entries) {
    for (const record of records) {
      yield (buffer, offset) => writeTrigger(buffer, offset, owner, record, ttl);
    }
  }
}

function* pack(request: Request, records: Iterable<Writer>): Generator<Buffer> {
  const packer = new MessagePacker(request, messageBytes);
  for (const record of records) {
    if (packer.add(record)) yield packer.take()!;
  }
  const last = packer.take();
  if (last !== undefined) yield last;
}
