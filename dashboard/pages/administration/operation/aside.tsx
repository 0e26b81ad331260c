import { useSignal } from '@preact/signals';
import type { AsideBatch, AsideOutcome } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../../app/action.ts';
import { api, patientApi } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { FormDialog } from '../../../components/forms/form.tsx';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Name } from '../../../components/name.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Refusal } from '../../../components/state.tsx';
import { withGroups } from '../../../domain/aside-groups.ts';
import { bytes, count } from '../../../format/numbers.ts';
import { visible } from '../../../format/visible-name.ts';
import { texts as all } from '../../../texts/en/access/operation.ts';
import { texts as common } from '../../../texts/en/common.ts';

const texts = all.aside;
const shownAtOnce = 100;

/** Shows the batches that the store has refused; an administrator takes them up again, or discards them. */
export function Aside() {
  const aside = useResource('batches aside', (signal) =>
    api.call('GET /api/admin/spool/aside', { query: { limit: shownAtOnce }, signal }),
  );
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const outcomes = useSignal<readonly AsideOutcome[]>([]);
  const discarding = useSignal(false);
  const batches = aside.data?.batches ?? [];
  const ids = batches.map(({ batch_id: id }) => id).filter((id) => chosen.value.has(id));
  const done = (came: readonly AsideOutcome[]) => {
    outcomes.value = came;
    chosen.value = new Set();
    aside.reload();
  };
  const retry = useAction(async () => {
    const answer = await patientApi.call('POST /api/admin/spool/aside/retry', { body: { batch_ids: ids } });
    done(answer.outcomes);
  });
  const { columns } = texts;
  return (
    <Panel title={texts.title}>
      {batches.length > 0 && <p class="soft small">{texts.lead}</p>}
      {ids.length > 0 && (
        <div class="row">
          <strong role="status">{texts.chosen(count(ids.length))}</strong>
          <button type="button" class="button slim" disabled={retry.busy} onClick={() => void retry.run()}>
            {retry.busy ? texts.retrying : texts.retry}
          </button>
          <button
            type="button"
            class="button slim danger"
            onClick={() => {
              discarding.value = true;
            }}
          >
            {texts.discard}
          </button>
        </div>
      )}
      <Refusal trouble={retry.trouble} />
      {outcomes.value.length > 0 && <Outcomes of={outcomes.value} />}
      <ResourceTable
        label={texts.title}
        of={aside}
        lines={1}
        rows={({ batches: found }) => found}
        keyOf={({ batch_id: id }) => id}
        columns={[
          [texts.chooseAll, 'buttons'],
          columns.from,
          [columns.rows, 'number'],
          [columns.size, 'number'],
          columns.reason,
          [columns.aside, 'number'],
        ]}
        empty={texts.none}
      >
        {(batch) => (
          <BatchCells
            batch={batch}
            isChosen={chosen.value.has(batch.batch_id)}
            onChoose={(isChosen) => {
              chosen.value = withGroups(chosen.value, batch, isChosen);
            }}
          />
        )}
      </ResourceTable>
      {aside.data !== undefined && aside.data.count > batches.length && (
        <p class="soft small">{texts.more(count(batches.length), count(aside.data.count))}</p>
      )}
      {(aside.data?.other_files ?? 0) > 0 && (
        <p class="soft small">{texts.otherFiles(count(aside.data!.other_files))}</p>
      )}
      {discarding.value && (
        <Discard
          batches={batches.filter(({ batch_id: id }) => chosen.value.has(id))}
          onDone={done}
          onClose={() => {
            discarding.value = false;
          }}
        />
      )}
    </Panel>
  );
}

function BatchCells({
  batch,
  isChosen,
  onChoose,
}: {
  batch: AsideBatch;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const from = batch.agent_host || batch.location_name || texts.unknown;
  return (
    <>
      <td class="shrink choose">
        <input
          type="checkbox"
          aria-label={texts.choose(visible(from))}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </td>
      <td class="wrap">
        <Name name={from} meaning={false} prose />
        <div class="soft small">
          {batch.location_name !== null && <Name name={batch.location_name} meaning={false} prose />}
          {batch.tried_with.length > 0 && ` · ${texts.group(count(batch.tried_with.length))}`}
        </div>
      </td>
      <td class="number">{batch.rows === null ? common.unknown : count(batch.rows)}</td>
      <td class="number">{bytes(batch.bytes)}</td>
      <td class="wrap soft">{visible(batch.fault ?? batch.reason ?? texts.unknown)}</td>
      <td class="number soft">
        <Moment at={batch.set_aside_at} relative />
      </td>
    </>
  );
}

function Outcomes({ of }: { of: readonly AsideOutcome[] }) {
  return (
    <section class="stack tight" role="status">
      <h3>{texts.results}</h3>
      <ul class="report-lines">
        {of.map(({ batch_id: id, message }) => (
          <li key={id}>
            <span class="name">{id.slice(0, 8)}</span> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Discard({
  batches,
  onDone,
  onClose,
}: {
  batches: readonly AsideBatch[];
  onDone: (outcomes: readonly AsideOutcome[]) => void;
  onClose: () => void;
}) {
  const action = useAction(async () => {
    const ids = batches.map(({ batch_id: id }) => id);
    const { outcomes } = await api.call('POST /api/admin/spool/aside/discard', { body: { batch_ids: ids } });
    onDone(outcomes);
    onClose();
  });
  const rows = batches.reduce((sum, batch) => sum + (batch.rows ?? 0), 0);
  return (
    <FormDialog
      title={texts.discardTitle(count(batches.length))}
      submit={texts.discardThem}
      danger
      action={action}
      onClose={onClose}
    >
      <p>{texts.discardMore(count(rows))}</p>
      <p class="soft">{texts.discardCannot}</p>
    </FormDialog>
  );
}
