import type { AutonomousSystem, AutonomousSystems } from '../../ports/networks/autonomous-systems.ts';
import type { TableLine } from '../../ports/networks/table-file.ts';
import { isMapped } from '../detection/addresses.ts';
import type { FlatRanges } from './flat-ranges.ts';
import { keyBits, parseAsLine } from './parse-as-line.ts';
import { RangeGatherer } from './range-gatherer.ts';

/** Lines with addresses that are kept, of both families together, and autonomous systems. */
const mostRanges = 3_000_000;
const mostSystems = 500_000;

/** A table as it was read. Longest match: of ranges within each other the narrowest counts. */
export class AsTable implements AutonomousSystems {
  readonly #v4: FlatRanges;
  readonly #v6: FlatRanges;
  readonly #systems: readonly AutonomousSystem[];
  /** After those within others were cut out of them. */
  readonly ranges: number;

  constructor(v4: FlatRanges, v6: FlatRanges, systems: readonly AutonomousSystem[]) {
    this.#v4 = v4;
    this.#v6 = v6;
    this.#systems = systems;
    this.ranges = v4.count + v6.count;
  }

  get systems(): number {
    return this.#systems.length;
  }

  /** Names aside. */
  get bytes(): number {
    return this.#v4.bytes + this.#v6.bytes;
  }

  find(address: Uint8Array): AutonomousSystem | undefined {
    const number = isMapped(address) ? this.#v4.find(key(address, 12, 4)) : this.#v6.find(key(address, 0, 6));
    return this.#systems[number - 1];
  }
}

export interface ReadAsTable {
  readonly table: AsTable;
  readonly malformed: number;
  /** The first of them, from 1. */
  readonly firstMalformed: number | undefined;
  /** Lines that there was no room for. */
  readonly leftOut: number;
}

/** Reads a table; see `parseAsLine` for its forms. */
export async function readAsTable(lines: AsyncIterable<readonly TableLine[]>): Promise<ReadAsTable> {
  const families = { 4: new RangeGatherer(keyBits[4]), 6: new RangeGatherer(keyBits[6]) };
  const systems: AutonomousSystem[] = [];
  const numbers = new Map<number, number>();
  let [malformed, leftOut] = [0, 0];
  let firstMalformed: number | undefined;
  for await (const some of lines) {
    for (const { row, text } of some) {
      const range = parseAsLine(text);
      if (range === 'nothing') continue;
      if (range === undefined) {
        malformed++;
        firstMalformed ??= row;
        continue;
      }
      const { family, start, end, asn, name, country } = range;
      let number = numbers.get(asn);
      const hasRoom = families[4].count + families[6].count < mostRanges;
      if (!hasRoom || (number === undefined && systems.length === mostSystems)) {
        leftOut++;
        continue;
      }
      if (number === undefined) {
        number = systems.push({ asn, name, country });
        numbers.set(asn, number);
      }
      families[family].add(start, end, number);
    }
  }
  const table = new AsTable(await families[4].build(), await families[6].build(), systems);
  return { table, malformed, firstMalformed, leftOut };
}

function key(bytes: Uint8Array, start: number, length: number): number {
  let value = 0;
  for (let at = start; at < start + length; at++) value = value * 256 + bytes[at]!;
  return value;
}
