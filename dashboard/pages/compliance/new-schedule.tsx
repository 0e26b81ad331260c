import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { CheckField, SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, FormDialog, typed } from '../../components/forms/form.tsx';
import { LinesField, linesOf } from '../../components/forms/lines-field.tsx';
import { texts } from '../../texts/en/investigate/compliance.ts';

const periods = ['daily', 'weekly', 'monthly'] as const;

/** Shows the form of a schedule that writes a report again and again, with its recipients. */
export function NewSchedule({
  frameworks,
  onClose,
}: {
  frameworks: readonly (readonly [id: string, title: string])[];
  onClose: () => void;
}) {
  const framework = useSignal(frameworks[0]?.[0] ?? '');
  const domains = useSignal('');
  const emails = useSignal('');
  const webhooks = useSignal('');
  const every = useSignal<(typeof periods)[number]>('weekly');
  const hour = useSignal('6');
  const weekday = useSignal('1');
  const day = useSignal('1');
  const onlyChanges = useSignal(false);
  const action = useAction(async () => {
    await api.call('POST /api/v2/compliance/schedules', {
      body: {
        framework: framework.value,
        domains: linesOf(domains.value),
        every: every.value,
        hour: Number(hour.value),
        weekday: Number(weekday.value),
        day: Number(day.value),
        emails: linesOf(emails.value),
        webhooks: linesOf(webhooks.value),
        only_changes: onlyChanges.value,
      },
    });
    toast(texts.scheduled);
    onClose();
  });
  return (
    <FormDialog title={texts.newSchedule} action={action} submit={texts.schedule} onClose={onClose}>
      <SelectField label={texts.framework} {...chosen(framework)} options={frameworks} />
      <LinesField label={texts.domains} hint={texts.domainsHint} {...typed(domains)} />
      <SelectField
        label={texts.every}
        {...chosen(every)}
        options={periods.map((one) => [one, texts.periods[one]] as const)}
      />
      {every.value === 'weekly' && (
        <SelectField
          label={texts.weekday}
          {...chosen(weekday)}
          options={texts.weekdays.map((name, index) => [String(index + 1), name] as const)}
        />
      )}
      {every.value === 'monthly' && (
        <TextField label={texts.day} type="number" min={1} max={28} {...typed(day)} required />
      )}
      <TextField label={texts.hour} type="number" min={0} max={23} {...typed(hour)} required />
      <LinesField label={texts.emails} {...typed(emails)} />
      <LinesField label={texts.webhooks} {...typed(webhooks)} />
      <CheckField
        label={texts.onlyChanges}
        checked={onlyChanges.value}
        onChange={(checked) => {
          onlyChanges.value = checked;
        }}
      />
    </FormDialog>
  );
}
