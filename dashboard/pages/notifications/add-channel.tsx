import { useSignal } from '@preact/signals';
import type { NotificationChannel } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { Command } from '../../components/command.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, Form, typed } from '../../components/forms/form.tsx';
import type { SeverityName } from '../../components/severity.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { channelForms, texts } from '../../texts/en/operate/notifications.ts';

type Kind = NotificationChannel['kind'];

const severities = Object.entries(common.severity) as [SeverityName, string][];
const kinds = Object.entries(texts.kinds) as [Kind, string][];
/** Those that keep incidents, which have an end. */
const pagers: readonly Kind[] = ['pagerduty', 'opsgenie', 'alertmanager'];

/** Makes a channel; the secret that webhooks are signed with is shown once. */
export function AddChannel({ onClose }: { onClose: () => void }) {
  const kind = useSignal<Kind>('webhook');
  const target = useSignal('');
  const given = useSignal('');
  const least = useSignal<SeverityName>('medium');
  const resolved = useSignal(false);
  const byCase = useSignal(true);
  const digest = useSignal<'none' | 'hour' | 'day'>('none');
  const digestAt = useSignal('08:00');
  const quiet = useSignal(false);
  const from = useSignal('22:00');
  const to = useSignal('07:00');
  const note = useSignal('');
  const secret = useSignal<string | undefined>(undefined);
  const form = channelForms[kind.value];
  const action = useAction(async () => {
    const made = await api.call('POST /api/v1/notifications/channels', {
      body: {
        kind: kind.value,
        target: target.value.trim(),
        secret: form.secret === undefined ? null : given.value.trim() || null,
        least_severity: least.value,
        tells_resolved: resolved.value,
        by_case: byCase.value,
        quiet_hours: quiet.value ? { from: from.value, to: to.value, time_zone: timeZone() } : null,
        digest:
          digest.value === 'none' || pagers.includes(kind.value)
            ? null
            : { every: digest.value, at: digestAt.value, time_zone: timeZone() },
        note: note.value.trim() || null,
      },
    });
    if (made.secret === null) onClose();
    else secret.value = made.secret;
  });
  const choose = (chosenKind: Kind) => {
    kind.value = chosenKind;
    given.value = '';
    resolved.value = pagers.includes(chosenKind);
  };
  return (
    <Dialog title={texts.add} onClose={onClose}>
      {secret.value !== undefined ? (
        <>
          <p>{texts.secretOnce}</p>
          <Command text={secret.value} />
        </>
      ) : (
        <Form action={action} submit={texts.add} onCancel={onClose}>
          <SelectField label={texts.kind} value={kind.value} onChange={choose} options={kinds} />
          <TextField
            label={texts.target}
            hint={form.target}
            type={form.type ?? 'url'}
            required
            {...typed(target)}
          />
          {form.secret !== undefined && (
            <TextField
              label={form.secret}
              hint={texts.secretHint}
              type="password"
              autocomplete="off"
              required={form.secretOptional !== true}
              {...typed(given)}
            />
          )}
          <SelectField label={texts.least} {...chosen(least)} options={severities} />
          <CheckField
            label={texts.tellsResolved}
            checked={resolved.value}
            onChange={(checked) => {
              resolved.value = checked;
            }}
          />
          <CheckField
            label={texts.byCase}
            checked={byCase.value}
            onChange={(checked) => {
              byCase.value = checked;
            }}
          />
          {!pagers.includes(kind.value) && (
            <SelectField
              label={texts.digest}
              {...chosen(digest)}
              options={[
                ['none', texts.digests.none],
                ['hour', texts.digests.hour],
                ['day', texts.digests.day],
              ]}
            />
          )}
          {digest.value === 'day' && !pagers.includes(kind.value) && (
            <TextField label={texts.digestAt(timeZone())} type="time" required {...typed(digestAt)} />
          )}
          <CheckField
            label={texts.quiet}
            hint={`(${timeZone()})`}
            checked={quiet.value}
            onChange={(checked) => {
              quiet.value = checked;
            }}
          />
          {quiet.value && (
            <div class="row">
              <TextField label={texts.from} type="time" required {...typed(from)} />
              <TextField label={texts.to} type="time" required {...typed(to)} />
            </div>
          )}
          <TextField label={texts.note} {...typed(note)} />
        </Form>
      )}
    </Dialog>
  );
}

/** Of whoever makes the channel: hours are meant as this browser shows them. */
function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
