import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/queries.ts';
import type { LiveState } from './use-live.ts';

/** Shows the number of queries that the live view leaves out, and the reason. */
export function LiveNote({ live: { state, message, leftOut, gap }, cut }: { live: LiveState; cut: number }) {
  const missing = leftOut + cut;
  return (
    <>
      {state === 'opening' && <span>{texts.liveOpening}</span>}
      {state === 'lost' && <span class="bad">{texts.liveLost}</span>}
      {state === 'refused' && <span class="bad">{message}</span>}
      {state !== 'off' && missing > 0 && <span>{texts.leftOut(count(missing))}</span>}
      {gap && <span>{texts.liveGap}</span>}
    </>
  );
}
