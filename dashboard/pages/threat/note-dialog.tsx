import { useSignal } from '@preact/signals';
import type { ExplainedThreat } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { TextField } from '../../components/forms/field.tsx';
import { FormDialog, typed } from '../../components/forms/form.tsx';
import { texts } from '../../texts/en/watch/threats.ts';

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
    <FormDialog
      title={open ? texts.resolve : texts.reopen}
      submit={open ? texts.resolve : texts.reopen}
      action={action}
      onClose={onClose}
    >
      <TextField label={texts.note} hint={texts.noteHint} {...typed(note)} autofocus />
    </FormDialog>
  );
}
