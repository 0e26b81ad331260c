import * as rowLayout from '@sonde/shared/batch/row-layout.ts';
import type { MessageOrigin } from '../pairing/message-origin.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { marks } = rowLayout;

/** Returns the marks that a message has from where it came from, `cut` if the capture lost a part of it. */
export function marksOf(origin: MessageOrigin, { cut }: { readonly cut: boolean }): number {
  let bits = (origin.told?.marks ?? 0) | (cut ? marks.messageCut : 0);
  if (origin.encapsulated) bits |= marks.encapsulated;
  if (origin.reassembled) bits |= marks.reassembled;
  return bits;
}
