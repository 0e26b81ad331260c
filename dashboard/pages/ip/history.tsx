import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { Moment } from '../../components/moment.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/ip.ts';

/** Earlier scans of the address, and what changed from one to the next. It is asked for again with each scan. */
export function History({ address, scannedAt }: { address: string; scannedAt: string }) {
  const history = useResource(`scans of ${address} ${scannedAt}`, (signal) =>
    api.call('GET /api/ip/{ip}/history', { params: { ip: address }, query: { limit: 20 }, signal }),
  );
  return (
    <Panel title={texts.history}>
      <Loaded
        of={history}
        lines={2}
        isEmpty={({ count: all }) => all === 0}
        empty={<p class="soft">{texts.noHistory}</p>}
      >
        {({ history: scans }) => (
          <TableScroll label={texts.history}>
            <table class="table">
              <thead>
                <tr>
                  <th>{texts.scanned}</th>
                  <th>{texts.changed}</th>
                  <th>{texts.system}</th>
                  <th class="number">{texts.confidence}</th>
                </tr>
              </thead>
              <tbody>
                {scans.map(
                  ({ scan_id: id, scan_timestamp: at, changed, network, abuse_confidence: abuse }) => (
                    <tr key={id}>
                      <td>
                        <Moment at={at} />
                      </td>
                      <td class="wrap">
                        {changed.length === 0 ? texts.nothing : changed.map(visible).join(', ')}
                      </td>
                      <td>{network.asn === null ? texts.unknown : `AS${network.asn}`}</td>
                      <td class="number">{count(abuse)}</td>
                    </tr>
                  ),
                )}
              </tbody>
            </table>
          </TableScroll>
        )}
      </Loaded>
    </Panel>
  );
}
