import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { SpanBars } from '../../charts/span-bars.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { texts } from '../../texts/en/investigate/domain.ts';
import type { ViewProps } from './view.ts';

/** Shows every answer about the name that was seen, as a bar from the first time to the last. */
export function Passive({ domain }: ViewProps) {
  const records = useResource(`passive ${domain}`, (signal) =>
    api.call('GET /api/v2/passive-dns/query', { query: { domain, below: true, limit: 200 }, signal }),
  );
  return (
    <Panel title={texts.seen}>
      <Loaded
        of={records}
        lines={10}
        isEmpty={({ count }) => count === 0}
        empty={<p class="soft">{texts.noPassive}</p>}
      >
        {({ records: found }) => <SpanBars label={texts.seen} records={found} />}
      </Loaded>
    </Panel>
  );
}
