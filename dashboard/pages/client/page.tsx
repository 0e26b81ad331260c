import { useSignal } from '@preact/signals';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, segment } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { carried, locationId, range, rangeQuery } from '../../app/time-range.ts';
import { ClientName } from '../../components/client-name.tsx';
import { QueryLines } from '../../components/lists/query-lines.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { TrafficParts } from '../../components/traffic-parts.tsx';
import { texts } from '../../texts/en/watch/client.ts';
import { ClientThreats } from './client-threats.tsx';
import { NameDialog } from './name-dialog.tsx';
import { Roles } from './roles.tsx';

/** Shows one client: its queries, its failures, and its threats. */
export function Page({ params }: { params: Readonly<Record<string, string>> }) {
  const address = params.address!;
  const naming = useSignal(false);
  const where = locationId.value === undefined ? {} : { location_id: locationId.value };
  const question = { client: address, ...rangeQuery(range.value), ...where };
  const key = JSON.stringify(question);
  const stats = useResource(`stats ${key}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/stats', { query: { ...question, top: 10 }, signal }),
  );
  const last = useResource(`last ${key}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/queries', { query: { ...question, limit: 15 }, signal }),
  );
  const all = href('/queries', { ...carried(), client: address });
  return (
    <>
      <PageHead title={<ClientName address={address} />}>
        {mayWork() && (
          <button
            type="button"
            class="button"
            onClick={() => {
              naming.value = true;
            }}
          >
            {texts.nameIt}
          </button>
        )}
        <a class="button" href={all}>
          {texts.queries}
        </a>
        <a class="button" href={href(`/ip/${segment(address)}`, carried())}>
          {texts.address}
        </a>
        <RangePicker compare={false} />
      </PageHead>
      {naming.value && (
        <NameDialog
          address={address}
          onClose={() => {
            naming.value = false;
          }}
        />
      )}
      <Loaded
        of={stats}
        lines={14}
        isEmpty={({ totals }) => totals.queries === 0}
        empty={
          <Empty title={texts.nothing}>
            <p class="soft">{texts.nothingMore}</p>
          </Empty>
        }
      >
        {(data) => <TrafficParts stats={data} filter={{ client: address }} show="names" />}
      </Loaded>
      {stats.data !== undefined && <ClientThreats address={address} />}
      {stats.data !== undefined && <Roles address={address} />}
      {stats.data !== undefined && (
        <Panel title={texts.last} tools={<a href={all}>{texts.all}</a>}>
          <Loaded of={last} isEmpty={({ count }) => count === 0} empty={<p class="soft">{texts.nothing}</p>}>
            {({ queries }) => <QueryLines queries={queries} />}
          </Loaded>
        </Panel>
      )}
    </>
  );
}
