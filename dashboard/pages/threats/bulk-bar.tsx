import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { ownName } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { Dialog } from '../../components/forms/dialog.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/watch/threats.ts';

type BulkAction = keyof typeof texts.bulk.titles;

/** Shows the actions on the chosen threats. */
export function BulkBar({ ids, onDone }: { ids: readonly number[]; onDone: () => void }) {
  const asked = useSignal<BulkAction | undefined>(undefined);
  const ask = (what: BulkAction) => () => {
    asked.value = what;
  };
  return (
    <div class="row">
      <strong role="status">{texts.bulk.chosen(count(ids.length))}</strong>
      <button type="button" class="button slim" onClick={ask('resolve')}>
        {texts.resolve}
      </button>
      <button type="button" class="button slim" onClick={ask('reopen')}>
        {texts.reopen}
      </button>
      <button type="button" class="button slim" onClick={ask('assign')}>
        {texts.assign}
      </button>
      {asked.value !== undefined && (
        <BulkDialog
          what={asked.value}
          ids={ids}
          onDone={onDone}
          onClose={() => {
            asked.value = undefined;
          }}
        />
      )}
    </div>
  );
}

function BulkDialog({
  what,
  ids,
  onDone,
  onClose,
}: {
  what: BulkAction;
  ids: readonly number[];
  onDone: () => void;
  onClose: () => void;
}) {
  const text = useSignal(what === 'assign' ? ownName() : '');
  const action = useAction(async () => {
    const said = text.value.trim() === '' ? null : text.value.trim();
    const answer = await api.call('POST /api/v1/dns-monitoring/threats/bulk', {
      body:
        what === 'assign'
          ? { action: what, ids: [...ids], owner: said }
          : { action: what, ids: [...ids], note: said },
    });
    toast(texts.bulk.did(count(answer.changed.length)));
    if (answer.seen_again.length > 0) toast(texts.bulk.seenAgain(count(answer.seen_again.length)));
    if (answer.not_found.length > 0) toast(texts.bulk.notFound(count(answer.not_found.length)));
    onClose();
    onDone();
  });
  return (
    <Dialog title={texts.bulk.titles[what](count(ids.length))} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextField
          label={what === 'assign' ? texts.owner : texts.note}
          hint={what === 'assign' ? texts.ownerHint : texts.noteHint}
          value={text.value}
          autofocus
          onInput={(value) => {
            text.value = value;
          }}
        />
        <Refusal trouble={action.trouble} />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" class="button first" disabled={action.busy}>
            {what === 'resolve' ? texts.resolve : what === 'reopen' ? texts.reopen : texts.assign}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
