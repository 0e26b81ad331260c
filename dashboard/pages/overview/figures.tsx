import { href } from '../../app/router.ts';
import { carried } from '../../app/time-range.ts';
import { Change, Figure } from '../../components/figure.tsx';
import { milliseconds, share, short } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/overview.ts';
import type { Compared } from './traffic-series.ts';

/** Shows the numbers of the day; the number of queries is the largest thing on the page. */
export function Figures({ now, before }: Compared) {
  const { totals, latency_ms: latency } = now;
  const kept = carried();
  const queries = (query: Record<string, string> = {}) => href('/queries', { ...kept, ...query });
  return (
    <div class="figures">
      <Figure
        hero
        what={texts.queries}
        value={short(totals.queries)}
        href={queries()}
        note={<Change long now={totals.queries} before={before?.totals.queries} />}
      />
      <Figure
        what={texts.threats}
        value={short(now.open_threats)}
        href={href('/threats', { ...kept, status: 'open' })}
      />
      <Figure
        what={texts.answered}
        value={share(totals.answered, totals.queries)}
        href={queries({ response_code: 'none' })}
        note={texts.unanswered(share(totals.unanswered, totals.queries))}
      />
      <Figure
        what={texts.latency}
        value={latency === null ? '–' : milliseconds(latency.p50)}
        href={queries()}
        note={latency === null ? undefined : texts.p95(milliseconds(latency.p95))}
      />
      <Figure
        what={texts.clients}
        value={short(totals.unique_clients)}
        href={queries()}
        note={<Change now={totals.unique_clients} before={before?.totals.unique_clients} />}
      />
      <Figure
        what={texts.names}
        value={short(totals.unique_names)}
        href={queries()}
        note={<Change now={totals.unique_names} before={before?.totals.unique_names} />}
      />
    </div>
  );
}
