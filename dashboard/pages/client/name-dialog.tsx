import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { knownClient, readClientNames } from '../../app/client-names.ts';
import { toast } from '../../app/toasts.ts';
import { TextField } from '../../components/forms/field.tsx';
import { FormDialog, typed } from '../../components/forms/form.tsx';
import { texts } from '../../texts/en/watch/client.ts';

/** Names a client in the operator's list; an empty name is taken back. */
export function NameDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const called = knownClient(address);
  const name = useSignal(called?.source === 'operator' ? called.name : '');
  const action = useAction(async () => {
    const given = name.value.trim();
    await api.call('PUT /api/v1/dns-monitoring/client-names', {
      body: { names: [{ client_ip: address, name: given === '' ? null : given }] },
    });
    await readClientNames();
    toast(given === '' ? texts.unnamed : texts.named);
    onClose();
  });
  return (
    <FormDialog title={texts.nameIt} submit={texts.keep} action={action} onClose={onClose}>
      <TextField
        label={texts.name}
        hint={
          called === undefined || called.source === 'operator'
            ? texts.nameHint
            : texts.nameFrom[called.source]
        }
        maxLength={200}
        autofocus
        {...typed(name)}
      />
    </FormDialog>
  );
}
