import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { Resource } from '../../app/resource.ts';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/operate/locations.ts';

/** Shows for how long the installation keeps what it is sent. */
export function Kept({ status }: { status: Resource<AnswerOf<'GET /api/v1/dns-monitoring/status'>> }) {
  const { keptParts: parts } = texts;
  const days = (of: number) => texts.days(count(of));
  return (
    <Panel title={texts.keptTitle}>
      <p class="soft small">{texts.keptLead}</p>
      <Loaded of={status} lines={3}>
        {({ kept }) => (
          <dl class="facts">
            <dt>{parts.queries}</dt>
            <dd>{days(kept.queries_days)}</dd>
            <dt>{parts.details}</dt>
            <dd>{kept.details_days === null ? texts.asQueries : days(kept.details_days)}</dd>
            <dt>{parts.counts}</dt>
            <dd>{days(kept.counts_days)}</dd>
          </dl>
        )}
      </Loaded>
    </Panel>
  );
}
