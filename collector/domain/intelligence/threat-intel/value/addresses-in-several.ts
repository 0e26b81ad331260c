import { setImmediate } from 'node:timers/promises';
import type { IndicatorIndex } from '../index/indicator-index.ts';
import { type KeyKind, keyKinds } from '../index/key-kind.ts';
import { kindMask, type Segment } from '../index/segment.ts';
import { readIndicator } from '../index/segment-reader.ts';

/** Indicators that are looked at before others get their turn: some milliseconds. */
const perTurn = 2_000;

/**
 * Lists single addresses that several sources list now, each once, `most` at most. Sources that only describe do not
 * count.
 */
export async function addressesInSeveral(
  index: IndicatorIndex,
  segments: readonly Segment[],
  nowSeconds: number,
  most: number,
): Promise<string[]> {
  const found = new Set<string>();
  let sinceTurn = 0;
  for (const segment of segments) {
    for (let at = 0; at < segment.count; at++) {
      if (++sinceTurn % perTurn === 0) await setImmediate();
      const kind = (segment.kinds[at]! & kindMask) as KeyKind;
      if (kind !== keyKinds.v4 && kind !== keyKinds.v6) continue;
      const [start, end] = [segment.keyStarts[at]!, segment.keyStarts[at + 1]!];
      if (segment.keys[end - 1] !== (kind === keyKinds.v4 ? 32 : 128)) continue;
      const alike = index.findAll(kind, segment.hashes[at]!, segment.keys, start, end, nowSeconds);
      if (alike.length < 2 || !isAgainst(index, alike)) continue;
      found.add(readIndicator(segment, at).name);
      if (found.size >= most) return [...found];
    }
  }
  return [...found];
}

function isAgainst(index: IndicatorIndex, entries: readonly number[]): boolean {
  const sources = new Set(
    entries.flatMap((entry) => {
      const { segment, at } = index.place(entry);
      return readIndicator(segment, at).severity === 'info' ? [] : [segment.source];
    }),
  );
  return sources.size >= 2;
}
