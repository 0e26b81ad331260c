import { useSignal } from '@preact/signals';
import type { ToldCase } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { carried } from '../../app/time-range.ts';
import { toast } from '../../app/toasts.ts';
import { ClientLink } from '../../components/client-name.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { FormDialog, typed } from '../../components/forms/form.tsx';
import { ThreatLines } from '../../components/lists/threat-lines.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Loaded } from '../../components/state.tsx';
import { rowsBehindCase } from '../../domain/threat-filters.ts';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/threats.ts';

/** Shows one case: its story, what to do next, and its threats. */
export function Page({ params }: { params: Readonly<Record<string, string>> }) {
  const id = Number(params.id);
  const found = useResource(`case ${id}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/cases/{id}', { params: { id }, signal }),
  );
  return (
    <>
      <p class="no-print">
        <a href={href('/threats', { ...carried(), view: 'cases' })}>← {texts.cases.back}</a>
      </p>
      <Loaded of={found} lines={14}>
        {(data) => <Told case={data} reload={found.reload} />}
      </Loaded>
    </>
  );
}

function Told({ case: told, reload }: { case: ToldCase; reload: () => void }) {
  const resolving = useSignal(false);
  const open = told.status === 'open';
  return (
    <>
      <PageHead title={<Name name={told.title} meaning={false} prose />}>
        {mayWork() && open && (
          <button
            type="button"
            class="button first"
            onClick={() => {
              resolving.value = true;
            }}
          >
            {texts.cases.resolve}
          </button>
        )}
      </PageHead>
      <div class="row">
        <Severity severity={told.severity} />
        <span class={open ? 'badge bad' : 'badge good'}>{open ? texts.open : texts.resolved}</span>
        <span class="soft">
          {texts.cases.counted(count(told.threat_count))}{' '}
          <a class="counted" href={href('/queries', rowsBehindCase(told))}>
            {texts.times(count(told.query_count))}
          </a>
          , <Moment at={told.last_seen} relative />
        </span>
      </div>
      <Panel title={texts.cases.story}>
        <ol class="findings">
          {told.story.map(({ at, text, severity, threat_id: threat }, place) => (
            <li key={`${threat} ${place}`} class="stack tight">
              <div class="row">
                <Severity severity={severity} />
                <a class="wrap" href={href(`/threats/${threat}`, carried())}>
                  <Name name={text} meaning={false} prose />
                </a>
              </div>
              <span class="soft">
                <Moment at={at} />
              </span>
            </li>
          ))}
        </ol>
      </Panel>
      {told.next_steps.length > 0 && (
        <Panel title={texts.cases.steps}>
          <ol class="numbered">
            {told.next_steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Panel>
      )}
      <div class="halves">
        <Panel title={texts.cases.threats}>
          <ThreatLines threats={told.items} />
        </Panel>
        <Panel title={texts.cases.clients}>
          <ul class="lines">
            {told.clients.map((address) => (
              <li key={address}>
                <ClientLink address={address} />
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      {resolving.value && (
        <ResolveDialog
          id={told.id}
          onDone={reload}
          onClose={() => {
            resolving.value = false;
          }}
        />
      )}
    </>
  );
}

function ResolveDialog({ id, onDone, onClose }: { id: number; onDone: () => void; onClose: () => void }) {
  const note = useSignal('');
  const action = useAction(async () => {
    await api.call('PUT /api/v1/dns-monitoring/cases/{id}/resolve', {
      params: { id },
      body: note.value.trim() === '' ? {} : { note: note.value.trim() },
    });
    toast(texts.cases.didResolve);
    onDone();
    onClose();
  });
  return (
    <FormDialog title={texts.cases.resolve} submit={texts.cases.resolve} action={action} onClose={onClose}>
      <TextField label={texts.note} hint={texts.noteHint} {...typed(note)} autofocus />
    </FormDialog>
  );
}
