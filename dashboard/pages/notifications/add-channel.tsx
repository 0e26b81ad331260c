import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { Command } from '../../components/command.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, Form, typed } from '../../components/forms/form.tsx';
import type { SeverityName } from '../../components/severity.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/notifications.ts';

const severities = Object.entries(common.severity) as [SeverityName, string][];

/** Makes a channel; the secret that webhooks are signed with is shown once. */
export function AddChannel({ onClose }: { onClose: () => void }) {
  const kind = useSignal<'webhook' | 'email'>('webhook');
  const target = useSignal('');
  const least = useSignal<SeverityName>('medium');
  const note = useSignal('');
  const secret = useSignal<string | undefined>(undefined);
  const action = useAction(async () => {
    const made = await api.call('POST /api/v1/notifications/channels', {
      body: {
        kind: kind.value,
        target: target.value.trim(),
        least_severity: least.value,
        note: note.value.trim() || null,
      },
    });
    if (made.secret === null) onClose();
    else secret.value = made.secret;
  });
  return (
    <Dialog title={texts.add} onClose={onClose}>
      {secret.value !== undefined ? (
        <>
          <p>{texts.secretOnce}</p>
          <Command text={secret.value} />
        </>
      ) : (
        <Form action={action} submit={texts.add} onCancel={onClose}>
          <SelectField
            label={texts.kind}
            {...chosen(kind)}
            options={[
              ['webhook', texts.kinds.webhook],
              ['email', texts.kinds.email],
            ]}
          />
          <TextField
            label={texts.target}
            hint={kind.value === 'webhook' ? texts.webhookHint : texts.emailHint}
            type={kind.value === 'webhook' ? 'url' : 'email'}
            required
            {...typed(target)}
          />
          <SelectField label={texts.least} {...chosen(least)} options={severities} />
          <TextField label={texts.note} {...typed(note)} />
        </Form>
      )}
    </Dialog>
  );
}
