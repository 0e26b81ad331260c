import { useSignal } from '@preact/signals';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { base } from '../../../app/base.ts';
import { locations, readLocations } from '../../../app/locations.ts';
import { Command } from '../../../components/command.tsx';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { SelectField, TextField } from '../../../components/forms/field.tsx';
import { chosen, FormDialog, typed } from '../../../components/forms/form.tsx';
import { linesOf } from '../../../components/forms/lines-field.tsx';
import { texts } from '../../../texts/en/operate/enrolment.ts';

const lengths = { hour: 3_600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400, year: 365 * 86_400 };
type Length = keyof typeof lengths;

/** Makes a token for as many agents and as long as is wanted, and shows it once. */
export function MakeToken({ onClose }: { onClose: () => void }) {
  const location = useSignal(String(locations.value[0]?.id ?? ''));
  const name = useSignal('');
  const uses = useSignal('1');
  const length = useSignal<Length>('hour');
  const networks = useSignal('');
  const label = useSignal('');
  const made = useSignal<string | undefined>(undefined);
  const action = useAction(async () => {
    const from = linesOf(networks.value);
    const { token } = await api.call('POST /api/v1/enrolment/tokens', {
      body: {
        location_id: location.value === '' ? await newLocation(name.value.trim()) : Number(location.value),
        uses: Number(uses.value),
        expires_in_seconds: lengths[length.value],
        networks: from.length === 0 ? null : from,
        label: label.value,
      },
    });
    made.value = token;
  });
  if (made.value !== undefined) {
    return (
      <Dialog title={texts.make} onClose={onClose}>
        <p>{texts.once}</p>
        <Command text={made.value} />
        <p>{texts.command}</p>
        <Command text={`sonde-agent enrol ${base.href.replace(/\/$/, '')}`} />
        <p class="soft small">{texts.file}</p>
      </Dialog>
    );
  }
  return (
    <FormDialog title={texts.make} submit={texts.make} action={action} onClose={onClose}>
      <SelectField
        label={texts.location}
        options={[
          ...locations.value.map(({ id, location_name: text }) => [String(id), text] as const),
          ['', texts.newLocation],
        ]}
        {...chosen(location)}
      />
      {location.value === '' && <TextField label={texts.locationName} required {...typed(name)} />}
      <TextField label={texts.uses} type="number" min={1} max={10_000} required {...typed(uses)} />
      <SelectField
        label={texts.expires}
        options={Object.entries(texts.lengths) as [Length, string][]}
        {...chosen(length)}
      />
      <TextField label={texts.networks} hint={texts.networksHint} {...typed(networks)} />
      <TextField label={texts.label} hint={texts.labelHint} maxLength={200} {...typed(label)} />
    </FormDialog>
  );
}

async function newLocation(name: string): Promise<number> {
  const made = await api.call('POST /api/v1/dns-monitoring/locations', { body: { location_name: name } });
  await readLocations();
  return made.id;
}
