import { useSignal } from '@preact/signals';
import type { RangeJob } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { setQuery } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { CheckField } from '../../components/forms/field.tsx';
import { Form, ticked } from '../../components/forms/form.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { AddressLink, DomainLink } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { count, ratio } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/networks.ts';

/** Addresses with a name or a listing that are shown. */
const mostFound = 500;

/** Shows what the DNS and blocklists say of the addresses of a range, once somebody has had them asked. */
export function RangeLook({ range, asked }: { range: string; asked: string | null }) {
  if (asked !== null) return <Found key={asked} id={asked} />;
  if (!mayWork()) return null;
  return <Ask range={range} />;
}

function Ask({ range }: { range: string }) {
  const withLists = useSignal(true);
  const action = useAction(async () => {
    const job = await api.call('POST /api/v2/range-jobs', {
      body: { cidr: range, blacklists: withLists.value },
    });
    toast(texts.begun);
    setQuery({ job: job.job_id });
  });
  return (
    <Panel title={texts.found}>
      <p class="soft">{texts.askMore}</p>
      <Form action={action} submit={texts.ask}>
        <CheckField label={texts.withLists} {...ticked(withLists)} />
      </Form>
    </Panel>
  );
}

function Found({ id }: { id: string }) {
  const job = useResource(
    `range job ${id}`,
    (signal) => api.call('GET /api/v2/range-jobs/{range_job_id}', { params: { range_job_id: id }, signal }),
    { every: 3_000 },
  );
  return (
    <Panel title={texts.found}>
      <Loaded of={job} lines={3}>
        {(known) => (
          <>
            <Progress of={known} onCancelled={job.reload} />
            <Results of={known} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Progress({ of: job, onCancelled }: { of: RangeJob; onCancelled: () => void }) {
  const cancel = useAction(async () => {
    await api.call('POST /api/v2/range-jobs/{range_job_id}/cancel', {
      params: { range_job_id: job.job_id },
    });
    onCancelled();
  });
  const goes = job.status === 'queued' || job.status === 'running';
  return (
    <div class="row">
      <span class={`badge ${job.status === 'completed' ? 'good' : ''}`}>{texts.states[job.status]}</span>
      {goes && <progress value={job.progress} max={1} aria-label={ratio(job.progress)} />}
      <span class="soft" role="status">
        {texts.progressOf(count(job.looked_at), count(job.total))}
      </span>
      {goes && mayWork() && (
        <button type="button" class="button slim" disabled={cancel.busy} onClick={() => void cancel.run()}>
          {texts.cancel}
        </button>
      )}
      <Refusal trouble={cancel.trouble} />
    </div>
  );
}

/** What was found so far; it is asked for again when there is more. */
function Results({ of: { job_id: id, named, listed } }: { of: RangeJob }) {
  const { foundColumns: columns } = texts;
  const results = useResource(
    `results of range job ${id} ${named} ${listed}`,
    (signal) =>
      api.call('GET /api/v2/range-jobs/{range_job_id}/results', {
        params: { range_job_id: id },
        query: { limit: mostFound },
        signal,
      }),
    { keep: true },
  );
  return (
    <>
      <ResourceTable
        label={texts.found}
        of={results}
        lines={3}
        rows={({ results: found }) => found}
        keyOf={({ ip }) => ip}
        columns={[columns.address, columns.names, columns.listed, columns.unasked]}
        empty={texts.noneFound}
      >
        {({ ip, ptr_records: names, listed_in: lists, unknown }) => (
          <>
            <td>
              <AddressLink address={ip} />
            </td>
            <td class="wrap">
              {names.map((name) => (
                <div key={name}>
                  <DomainLink name={name} />
                </div>
              ))}
            </td>
            <td class="wrap bad">{lists.map(visible).join(', ')}</td>
            <td class="wrap soft">{unknown.map((of) => texts.notAskedOf[of] ?? visible(of)).join(', ')}</td>
          </>
        )}
      </ResourceTable>
      {results.data !== undefined && results.data.count > results.data.results.length && (
        <p class="soft small">
          {texts.shownOf(count(results.data.results.length), count(results.data.count))}
        </p>
      )}
    </>
  );
}
