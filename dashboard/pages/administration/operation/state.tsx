import { api } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Loaded } from '../../../components/state.tsx';
import { bytes, count } from '../../../format/numbers.ts';
import { duration } from '../../../format/times.ts';
import { texts as all } from '../../../texts/en/access/operation.ts';

const texts = all.state;

/** Shows how the collector that answers does: what waits, what troubles it, and what an operator should look at. */
export function CollectorState() {
  const status = useResource(
    'status',
    (signal) => api.call('GET /api/v1/dns-monitoring/status', { signal }),
    { every: 10_000 },
  );
  return (
    <Panel title={texts.title}>
      <Loaded of={status} lines={5}>
        {({ version, started_at: since, collector_id: id, backlog, trouble, warnings }) => (
          <>
            {trouble !== null && (
              <p class="notice bad" role="status">
                {texts.trouble}: {trouble}
              </p>
            )}
            {warnings.map((warning) => (
              <p class="notice" key={warning} role="status">
                {warning}
              </p>
            ))}
            <dl class="facts">
              <dt>{texts.version}</dt>
              <dd>{version}</dd>
              <dt>{texts.since}</dt>
              <dd>
                <Moment at={since} />
              </dd>
              <dt>{texts.backlog}</dt>
              <dd>
                {backlog.batches === 0
                  ? texts.nothingWaits
                  : texts.waits(
                      count(backlog.batches),
                      bytes(backlog.bytes),
                      duration(backlog.lag_seconds * 1_000),
                    )}
              </dd>
              <dt>{texts.id}</dt>
              <dd class="name">{id}</dd>
            </dl>
            {trouble === null && warnings.length === 0 && <p class="soft">{texts.well}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
