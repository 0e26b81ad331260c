import { href } from '../../app/router.ts';
import { carried } from '../../app/time-range.ts';
import { Change, Figure } from '../../components/figure.tsx';
import { milliseconds, share, short } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/overview.ts';
import type { Compared } from './traffic-series.ts';

/** What stands in the place of a number. */
const unknown = '–';

/** Shows the numbers of the day, or their places until they are known; the number of queries is the largest thing on the page. */
export function Figures({ compared }: { compared: Compared | undefined }) {
  const { now, before } = compared ?? {};
  const { totals, latency_ms: latency } = now ?? {};
  const was = before?.totals;
  const earlier = before?.latency_ms;
  const number = (value: number | undefined) => (value === undefined ? unknown : short(value));
  const change = (which: 'queries' | 'unique_clients' | 'unique_names') =>
    totals && <Change long={which === 'queries'} now={totals[which]} before={was?.[which]} />;
  const kept = carried();
  const queries = (query: Record<string, string> = {}) => href('/queries', { ...kept, ...query });
  return (
    <div class="figures">
      <Figure
        hero
        what={texts.queries}
        value={number(totals?.queries)}
        href={queries()}
        note={change('queries')}
      />
      <Figure
        what={texts.threats}
        value={number(now?.open_threats)}
        href={href('/threats', { ...kept, status: 'open' })}
      />
      <Figure
        what={texts.answered}
        value={totals === undefined ? unknown : share(totals.answered, totals.queries)}
        href={queries({ response_code: 'none' })}
        note={
          totals && (
            <>
              {texts.unanswered(share(totals.unanswered, totals.queries))}
              {was !== undefined && was.queries > 0 && (
                <>
                  <br />
                  {texts.was(share(was.answered, was.queries))}
                </>
              )}
            </>
          )
        }
      />
      <Figure
        what={texts.latency}
        value={latency == null ? unknown : milliseconds(latency.p50)}
        href={queries()}
        note={
          latency && (
            <>
              {texts.p95(milliseconds(latency.p95))}
              {earlier != null && (
                <>
                  <br />
                  {texts.was(milliseconds(earlier.p50))}
                </>
              )}
            </>
          )
        }
      />
      <Figure
        what={texts.clients}
        value={number(totals?.unique_clients)}
        href={queries()}
        note={change('unique_clients')}
      />
      <Figure
        what={texts.names}
        value={number(totals?.unique_names)}
        href={queries()}
        note={change('unique_names')}
      />
    </div>
  );
}
