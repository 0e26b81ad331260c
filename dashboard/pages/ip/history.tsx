import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/ip.ts';

/** Shows earlier scans of the address, and the changes from one to the next. It is asked for again with each scan. */
export function History({ address, scannedAt }: { address: string; scannedAt: string }) {
  const history = useResource(`scans of ${address} ${scannedAt}`, (signal) =>
    api.call('GET /api/ip/{ip}/history', { params: { ip: address }, query: { limit: 20 }, signal }),
  );
  return (
    <Panel title={texts.history}>
      <ResourceTable
        label={texts.history}
        of={history}
        lines={2}
        rows={({ history: scans }) => scans}
        keyOf={({ scan_id: id }) => id}
        columns={[texts.scanned, texts.changed, texts.system, [texts.confidence, 'number']]}
        empty={texts.noHistory}
      >
        {({ scan_timestamp: at, changed, network, abuse_confidence: abuse }) => (
          <>
            <td>
              <Moment at={at} />
            </td>
            <td class="wrap">{changed.length === 0 ? texts.nothing : changed.map(factName).join(', ')}</td>
            <td>{network.asn === null ? texts.unknown : `AS${network.asn}`}</td>
            <td class="number">{count(abuse)}</td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}

/** Names a fact that changed; a newer one keeps its own name. */
function factName(fact: string): string {
  return (Object.hasOwn(texts.changes, fact) ? texts.changes[fact] : undefined) ?? fact;
}
