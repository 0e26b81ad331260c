import { useSignal } from '@preact/signals';
import type { Sink } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { toast } from '../../../app/toasts.ts';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Name } from '../../../components/name.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Refusal } from '../../../components/state.tsx';
import { count } from '../../../format/numbers.ts';
import { texts } from '../../../texts/en/access/sinks.ts';
import { texts as common } from '../../../texts/en/common.ts';
import { AddSink } from './add-sink.tsx';

/** Shows the receivers outside, how far each has come, and what it lacks. */
export function Sinks() {
  const sinks = useResource('sinks', (signal) => api.call('GET /api/admin/sinks', { signal }), {
    every: 15_000,
  });
  const adding = useSignal(false);
  const { columns } = texts;
  return (
    <Panel
      title={texts.title}
      tools={
        <button
          type="button"
          class="button"
          onClick={() => {
            adding.value = true;
          }}
        >
          {texts.add}
        </button>
      }
    >
      <p class="soft small">{texts.lead}</p>
      <ResourceTable
        label={texts.title}
        of={sinks}
        rows={({ sinks: found }) => found}
        keyOf={({ name }) => name}
        lines={2}
        columns={[
          columns.name,
          columns.state,
          [columns.delivered, 'number'],
          [columns.lost, 'number'],
          [columns.behind, 'number'],
          [common.more, 'buttons'],
        ]}
        empty={texts.none}
      >
        {(sink) => <SinkCells sink={sink} reload={sinks.reload} />}
      </ResourceTable>
      {adding.value && (
        <AddSink
          onClose={() => {
            adding.value = false;
            sinks.reload();
          }}
        />
      )}
    </Panel>
  );
}

function SinkCells({ sink, reload }: { sink: Sink; reload: () => void }) {
  const { name, state } = sink;
  const params = { name };
  const test = useAction(async () => {
    await api.call('POST /api/admin/sinks/{name}/test', { params });
    toast(texts.tested(name));
  });
  const pause = useAction(async () => {
    await api.call('PUT /api/admin/sinks/{name}', { params, body: { paused: state !== 'paused' } });
    reload();
  });
  const remove = useAction(async () => {
    await api.call('DELETE /api/admin/sinks/{name}', { params });
    toast(texts.removed(name));
    reload();
  });
  const tools = [
    [texts.test, test],
    [state === 'paused' ? texts.resume : texts.pause, pause],
    [common.remove, remove],
  ] as const;
  return (
    <>
      <td class="wrap">
        {name}
        <div class="soft small">
          {sink.kind}, {sink.presentation}
        </div>
        {tools.map(([label, { trouble }]) => (
          <Refusal key={label} trouble={trouble} />
        ))}
      </td>
      <td class="wrap">
        <span class={`badge ${state === 'failing' ? 'bad' : ''}`}>{texts.states[state]}</span>
        {sink.last_error !== null && (
          <div class="small">
            <Name name={sink.last_error} meaning={false} prose />
          </div>
        )}
      </td>
      <td class="number">{count(sink.delivered)}</td>
      <td class={`number ${sink.lost > 0 ? 'bad' : ''}`}>
        {texts.refusedAndLost(count(sink.refused), count(sink.lost))}
      </td>
      <td class="number soft">{texts.seconds(count(Math.round(sink.lag_seconds)))}</td>
      <td class="shrink">
        {tools.map(([label, action]) => (
          <button
            key={label}
            type="button"
            class="button slim quiet"
            disabled={action.busy}
            onClick={() => void action.run()}
          >
            {label}
          </button>
        ))}
      </td>
    </>
  );
}
