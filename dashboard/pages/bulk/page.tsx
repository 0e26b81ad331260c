import { useSignal } from '@preact/signals';
import type { BulkJob } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, withQuery } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { CheckField } from '../../components/forms/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Empty, Loaded, Refusal } from '../../components/state.tsx';
import { count, ratio } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/bulk.ts';
import { Results } from './results.tsx';

/** Shows jobs that scan many domains, their progress and their results. */
export function Page() {
  const jobs = useResource(
    'bulk jobs',
    (signal) => api.call('GET /api/v2/bulk/jobs', { query: { limit: 50 }, signal }),
    {
      every: 5_000,
    },
  );
  const asked = place.value.query.get('job');
  return (
    <>
      <PageHead title={common.pages.bulk} lead={texts.lead} />
      {mayWork() && (
        <Panel title={texts.new}>
          <NewJob onDone={jobs.reload} />
        </Panel>
      )}
      <div class="panel">
        <Loaded
          of={jobs}
          isEmpty={({ count: all }) => all === 0}
          empty={
            <Empty title={texts.empty}>
              <p class="soft">{texts.emptyMore}</p>
            </Empty>
          }
        >
          {({ jobs: found }) => (
            <TableScroll label={common.pages.bulk}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{texts.columns.job}</th>
                    <th>{texts.columns.state}</th>
                    <th>{texts.columns.progress}</th>
                    <th class="number">{texts.columns.failed}</th>
                    <th>
                      <span class="unseen">{texts.cancel}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.map((job) => (
                    <JobRow key={job.job_id} job={job} reload={jobs.reload} />
                  ))}
                </tbody>
              </table>
            </TableScroll>
          )}
        </Loaded>
      </div>
      {asked !== null && <Results key={asked} jobId={asked} />}
    </>
  );
}

function JobRow({ job, reload }: { job: BulkJob; reload: () => void }) {
  const cancel = useAction(async () => {
    await api.call('POST /api/v2/bulk/jobs/{job_id}/cancel', { params: { job_id: job.job_id } });
    reload();
  });
  const goes = job.status === 'queued' || job.status === 'running';
  return (
    <tr>
      <td>
        <a href={withQuery({ job: job.job_id })}>
          <Moment at={job.created_at} />
        </a>
      </td>
      <td>
        <span class={`badge ${job.status === 'completed' ? 'good' : ''}`}>{texts.states[job.status]}</span>
        <Refusal trouble={cancel.trouble} />
      </td>
      <td>
        <div class="row">
          <progress value={job.progress} max={1} aria-label={ratio(job.progress)} />
          <span class="soft number">{texts.of(count(job.completed + job.failed), count(job.total))}</span>
        </div>
      </td>
      <td class={job.failed > 0 ? 'number bad' : 'number'}>{count(job.failed)}</td>
      <td class="shrink">
        {goes && mayWork() && (
          <button type="button" class="button slim" disabled={cancel.busy} onClick={() => void cancel.run()}>
            {texts.cancel}
          </button>
        )}
      </td>
    </tr>
  );
}

function NewJob({ onDone }: { onDone: () => void }) {
  const text = useSignal('');
  const tls = useSignal(true);
  const advanced = useSignal(false);
  const domains = text.value.split(/[\s,;]+/).filter((line) => line !== '');
  const action = useAction(async () => {
    await api.call('POST /api/v2/bulk/submit', {
      body: { domains, check_ssl: tls.value, advanced: advanced.value },
    });
    toast(texts.submitted(count(domains.length)));
    text.value = '';
    onDone();
  });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <div class="field">
        <label for="bulk-domains">{texts.domains}</label>
        <textarea
          id="bulk-domains"
          class="input"
          required
          spellcheck={false}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </div>
      <div class="row">
        <CheckField
          label={texts.checkTls}
          checked={tls.value}
          onChange={(checked) => {
            tls.value = checked;
          }}
        />
        <CheckField
          label={texts.advanced}
          checked={advanced.value}
          onChange={(checked) => {
            advanced.value = checked;
          }}
        />
      </div>
      <Refusal trouble={action.trouble} />
      <div class="row">
        <button type="submit" class="button first" disabled={action.busy || domains.length === 0}>
          {texts.submit}
        </button>
      </div>
    </form>
  );
}
