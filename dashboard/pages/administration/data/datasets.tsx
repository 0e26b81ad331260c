import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { toast } from '../../../app/toasts.ts';
import { CheckField } from '../../../components/forms/field.tsx';
import { useSwitch } from '../../../components/forms/use-switch.ts';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Refusal } from '../../../components/state.tsx';
import { count, short } from '../../../format/numbers.ts';
import { words } from '../../../format/words.ts';
import { texts as all } from '../../../texts/en/access/operation.ts';

const texts = all.datasets;
type Dataset = AnswerOf<'GET /api/v1/datasets'>['datasets'][number];
const tones: Readonly<Record<Dataset['status'], string>> = {
  active: 'good',
  pending: '',
  degraded: 'warn',
  needs_key: 'warn',
  failed: 'bad',
};

/** Shows the datasets about addresses, how each is doing and on what terms; an administrator switches and refreshes them. */
export function Datasets() {
  const datasets = useResource('datasets', (signal) => api.call('GET /api/v1/datasets', { signal }), {
    every: 15_000,
  });
  const { columns } = texts;
  return (
    <Panel title={texts.title}>
      <p class="soft small">{texts.lead}</p>
      <ResourceTable
        label={texts.title}
        of={datasets}
        lines={24}
        rows={({ datasets: found }) => found}
        keyOf={({ id }) => id}
        columns={[
          columns.name,
          columns.fills,
          columns.status,
          [columns.entries, 'number'],
          [columns.updated, 'number'],
          [texts.refresh, 'buttons'],
        ]}
      >
        {(dataset) => <DatasetCells dataset={dataset} onChanged={datasets.reload} />}
      </ResourceTable>
    </Panel>
  );
}

function DatasetCells({ dataset, onChanged }: { dataset: Dataset; onChanged: () => void }) {
  const { id, name, status, is_enabled: isOn, note } = dataset;
  const { trouble, ...box } = useSwitch(isOn, async (enabled) => {
    await api.call('PUT /api/v1/datasets/{id}', { params: { id }, body: { enabled } });
    toast(enabled ? texts.switchedOn(name) : texts.switchedOff(name));
    onChanged();
  });
  const refresh = useAction(async () => {
    await api.call('POST /api/v1/datasets/{id}/refresh', { params: { id } });
    toast(texts.asked(name));
    onChanged();
  });
  return (
    <>
      <td class="wrap">
        <CheckField label={name} {...box} />
        <div class="soft small">
          {dataset.licence}
          {dataset.credit !== null && ` · ${dataset.credit}`}
        </div>
        {isOn && note !== null && <div class="small">{note}</div>}
        {isOn && status === 'needs_key' && <div class="small">{texts.needsKey}</div>}
        <Refusal trouble={trouble ?? refresh.trouble} />
      </td>
      <td class="wrap soft">{factsOf(dataset).join(', ')}</td>
      <td>
        <span class={`badge ${isOn ? tones[status] : ''}`}>{isOn ? texts.statuses[status] : texts.off}</span>
      </td>
      <td class="number">
        {dataset.entries !== null && short(dataset.entries)}
        {(dataset.malformed_rows ?? 0) > 0 && (
          <div class="soft small">{texts.malformed(count(dataset.malformed_rows!))}</div>
        )}
      </td>
      <td class="number soft">
        {dataset.last_updated === null ? texts.never : <Moment at={dataset.last_updated} relative />}
      </td>
      <td class="shrink">
        {isOn && (
          <button
            type="button"
            class="button slim quiet"
            aria-label={texts.refreshOf(name)}
            disabled={refresh.busy}
            onClick={() => void refresh.run()}
          >
            {texts.refresh}
          </button>
        )}
      </td>
    </>
  );
}

/** Names the facts that a dataset fills; two of them may bear one name. */
function factsOf({ fills }: Dataset): string[] {
  return [...new Set(fills.map((field) => texts.facts[field] ?? words(field.replaceAll('.', ' '))))];
}
