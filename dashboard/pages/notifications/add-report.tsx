import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { locations } from '../../app/locations.ts';
import { toast } from '../../app/toasts.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, FormDialog, typed } from '../../components/forms/form.tsx';
import { hourOfDay, ownTimeZone, weekdayName } from '../../format/times.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/parts/mail-reports.ts';

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), hourOfDay(hour)] as const);
const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => [String(day), weekdayName(day)] as const);

/** Shows the form of a report by mail; the recipient is asked for consent first. */
export function AddReport({ onClose }: { onClose: () => void }) {
  const recipient = useSignal('');
  const every = useSignal<'day' | 'week'>('day');
  const weekday = useSignal('1');
  const hour = useSignal('7');
  const timeZone = useSignal(ownTimeZone());
  const location = useSignal('');
  const action = useAction(async () => {
    const report = await api.call('POST /api/v1/notifications/reports', {
      body: {
        recipient: recipient.value.trim(),
        every: every.value,
        weekday: Number(weekday.value),
        hour: Number(hour.value),
        time_zone: timeZone.value.trim(),
        location_id: location.value === '' ? null : Number(location.value),
      },
    });
    toast(texts.added(report.recipient));
    onClose();
  });
  return (
    <FormDialog title={texts.add} lead={texts.lead} action={action} submit={texts.add} onClose={onClose}>
      <TextField
        label={texts.recipient}
        hint={texts.recipientHint}
        type="email"
        required
        {...typed(recipient)}
      />
      <SelectField
        label={texts.every}
        {...chosen(every)}
        options={[
          ['day', texts.often.day],
          ['week', texts.often.week],
        ]}
      />
      {every.value === 'week' && (
        <SelectField label={texts.weekday} {...chosen(weekday)} options={weekdays} />
      )}
      <SelectField label={texts.hour} {...chosen(hour)} options={hours} />
      <TextField
        label={texts.timeZone}
        hint={texts.timeZoneHint}
        spellcheck={false}
        maxLength={64}
        required
        {...typed(timeZone)}
      />
      {locations.value.length > 1 && (
        <SelectField
          label={texts.location}
          {...chosen(location)}
          options={[
            ['', texts.allLocations],
            ...locations.value.map((one) => [String(one.id), visible(one.location_name)] as const),
          ]}
        />
      )}
    </FormDialog>
  );
}
