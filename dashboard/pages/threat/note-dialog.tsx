import { useSignal } from '@preact/signals';
import type { ExplainedThreat } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Refusal } from '../../components/state.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/threats.ts';

/** Resolves an open threat, or opens a resolved one again, with a note. */
export function NoteDialog({
  threat,
  onDone,
  onClose,
}: {
  threat: ExplainedThreat;
  onDone: () => void;
  onClose: () => void;
}) {
  const open = threat.status === 'open';
  const note = useSignal('');
  const action = useAction(async () => {
    const input = {
      params: { id: threat.id },
      body: note.value.trim() === '' ? {} : { note: note.value.trim() },
    };
    if (open) await api.call('PUT /api/v1/dns-monitoring/threats/{id}/resolve', input);
    else await api.call('PUT /api/v1/dns-monitoring/threats/{id}/reopen', input);
    toast(open ? texts.didResolve : texts.didReopen);
    onDone();
    onClose();
  });
  return (
    <Dialog title={open ? texts.resolve : texts.reopen} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextField
          label={texts.note}
          hint={texts.noteHint}
          value={note.value}
          autofocus
          onInput={(value) => {
            note.value = value;
          }}
        />
        <Refusal trouble={action.trouble} />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" class="button first" disabled={action.busy}>
            {open ? texts.resolve : texts.reopen}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
