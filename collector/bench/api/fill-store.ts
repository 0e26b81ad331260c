import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayCurve } from '../day-curve.ts';
import { TrafficGenerator } from '../generate-traffic.ts';
import type { AskedPeriod } from './api-questions.ts';

/** A filled insert is the rows of one UTC day, or of a part of one, that go into the store at once. */
export interface FilledInsert {
  /** Which rows of the whole these are. */
  readonly firstRow: number;
  readonly rows: number;
  /** Pieces by time, in milliseconds since 1970: the busier the time, the shorter its piece. */
  readonly pieces: readonly { readonly rows: number; readonly from: number; readonly to: number }[];
}

/** Rows of one insert at most: a block of so many takes the engine about 2 GiB with all that it counts of them. */
const insertRows = 1_500_000;
const day = 86_400_000;
/** The last rows of a visit are that much later than its first, at most. */
const visitMilliseconds = 10;

/**
 * Divides rows over a period as people's days do, into inserts that do not go beyond midnight (UTC): a day that comes in one piece
 * is one part of the table, as it is some hours after its last row, and needs no merge.
 */
export function filledInserts(rows: number, { from, to }: Pick<AskedPeriod, 'from' | 'to'>): FilledInsert[] {
  const curve = dayCurve(from, to);
  const pieceRows = Math.max(500, Math.min(20_000, Math.ceil(rows / 500)));
  const inserts: { firstRow: number; rows: number; pieces: FilledInsert['pieces'][number][] }[] = [];
  let lastDay = Number.NaN;
  for (let made = 0; made < rows; made += pieceRows) {
    const count = Math.min(pieceRows, rows - made);
    const begin = curve(made / rows);
    const ofDay = Math.floor(begin / day);
    const end = Math.min(curve((made + count) / rows), (ofDay + 1) * day - visitMilliseconds);
    const piece = { rows: count, from: Math.min(begin, end), to: end };
    const open = inserts.at(-1);
    if (open !== undefined && ofDay === lastDay && open.rows + count <= insertRows) {
      open.pieces.push(piece);
      open.rows += count;
    } else inserts.push({ firstRow: made, rows: count, pieces: [piece] });
    lastDay = ofDay;
  }
  return inserts;
}

export interface FillParts {
  readonly insertDay: (path: string, token: string) => Promise<void>;
  readonly progress: (line: string) => void;
  /** Notes that so many inserts are in the store. */
  readonly noted: (inserts: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Fills the store with generated traffic, one insert after the other from the given one on. The same insert has the same
 * rows whether or not those before it were made in the same run, and its token: one that was cut short is stored once.
 */
export async function fillStore(
  inserts: readonly FilledInsert[],
  begin: number,
  {
    shape,
    directory,
  }: { readonly shape: ConstructorParameters<typeof TrafficGenerator>[0]; readonly directory: string },
  { insertDay, progress, noted, signal }: FillParts,
): Promise<void> {
  const generator = new TrafficGenerator(shape);
  const path = join(directory, 'fill.rows');
  const started = performance.now();
  const { rows: already } = stored(inserts, begin);
  for (const [index, insert] of inserts.entries()) {
    if (index < begin) continue;
    signal.throwIfAborted();
    generator.startAt(insert.firstRow);
    const pieces = insert.pieces.map(({ rows, from, to }) => generator.rows(rows, from, to));
    await writeFile(path, pieces);
    await insertDay(path, `fill-${index}`);
    await noted(index + 1);
    const { rows } = stored(inserts, index + 1);
    const perSecond = (rows - already) / ((performance.now() - started) / 1_000);
    progress(
      `${rows.toLocaleString('en')} rows stored, ${Math.round(perSecond).toLocaleString('en')} a second`,
    );
  }
}

function stored(inserts: readonly FilledInsert[], count: number): { rows: number } {
  const last = inserts[count - 1];
  return { rows: last === undefined ? 0 : last.firstRow + last.rows };
}
