import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { carried, range, rangeQuery } from '../../app/time-range.ts';
import { SpanBars } from '../../charts/span-bars.tsx';
import { InOrder } from '../../components/lists/in-order.tsx';
import { Listed } from '../../components/lists/listed.tsx';
import { QueryLines } from '../../components/lists/query-lines.tsx';
import { clientHref, Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { Loaded } from '../../components/state.tsx';
import { texts } from '../../texts/en/investigate/ip.ts';
import { texts as networks } from '../../texts/en/investigate/networks.ts';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { Route } from './route.tsx';

/** Shows an address: the names that led to it, the feeds that list it, and its own queries. */
export function Page({ params }: { params: Readonly<Record<string, string>> }) {
  const address = params.address!;
  const names = useResource(`names of ${address}`, (signal) =>
    api.call('GET /api/v2/passive-dns/query', { query: { data: address, limit: 200 }, signal }),
  );
  const queries = useResource(JSON.stringify(['asked by', address, range.value]), (signal) =>
    api.call('GET /api/v1/dns-monitoring/queries', {
      query: { client: address, ...rangeQuery(range.value), limit: 12 },
      signal,
    }),
  );
  const scan = useResource(`scan of ${address}`, (signal) =>
    api.call('GET /api/ip/{ip}/scan', { params: { ip: address }, signal }),
  );
  const route = useResource(`route to ${address}`, (signal) =>
    api.call('GET /api/ip/{ip}/bgp', { params: { ip: address }, signal }),
  );
  const reporting = useSignal(false);
  return (
    <>
      <PageHead title={<Name name={address} />} lead={texts.lead}>
        <a class="button" href={clientHref(address)}>
          {texts.asClient}
        </a>
        {mayWork() && scan.data?.special_purpose === null && (
          <button
            type="button"
            class="button"
            onClick={() => {
              reporting.value = true;
            }}
          >
            {networks.report}
          </button>
        )}
        <RangePicker compare={false} />
      </PageHead>
      <Listed indicator={address} />
      <InOrder
        parts={[
          [
            <Loaded key="facts" of={scan} lines={14}>
              {(found) => <Facts scan={found} />}
            </Loaded>,
            scan,
          ],
          [<Route key="route" of={route} />, route],
          [<Names key="names" of={names} />, names],
          [<Asked key="asked" address={address} of={queries} />, queries],
          scan.data !== undefined && [
            <History key="history" address={address} scannedAt={scan.data.scan_timestamp} />,
          ],
        ]}
      />
      {reporting.value && (
        <ReportDialog
          address={address}
          onDone={scan.reload}
          onClose={() => {
            reporting.value = false;
          }}
        />
      )}
    </>
  );
}

function Names({ of: names }: { of: Resource<AnswerOf<'GET /api/v2/passive-dns/query'>> }) {
  return (
    <Panel title={texts.names}>
      <Loaded of={names} isEmpty={({ count }) => count === 0} empty={<p class="soft">{texts.noNames}</p>}>
        {({ records }) => <SpanBars label={texts.names} records={records} />}
      </Loaded>
    </Panel>
  );
}

function Asked({
  address,
  of: queries,
}: {
  address: string;
  of: Resource<AnswerOf<'GET /api/v1/dns-monitoring/queries'>>;
}) {
  return (
    <Panel
      title={texts.queries}
      tools={<a href={href('/queries', { ...carried(), client: address })}>{texts.all}</a>}
    >
      <Loaded of={queries} isEmpty={({ count }) => count === 0} empty={<p class="soft">{texts.noQueries}</p>}>
        {({ queries: rows }) => <QueryLines queries={rows} />}
      </Loaded>
    </Panel>
  );
}
