import { type Signal, useSignal } from '@preact/signals';
import type { Location } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { Command } from '../../components/command.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { FormDialog, noteOf, typed } from '../../components/forms/form.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/operate/locations.ts';

interface DialogProps {
  /** Days that the installation keeps queries. */
  readonly days: number | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Adds a location, and shows its key once. */
export function AddLocation({ days, onDone, onClose }: DialogProps) {
  const fields = useFields(undefined);
  const key = useSignal<string | undefined>(undefined);
  const action = useAction(async () => {
    const made = await api.call('POST /api/v1/dns-monitoring/locations', { body: bodyOf(fields) });
    key.value = made.api_key;
  });
  if (key.value !== undefined) {
    return (
      <Dialog title={texts.keyTitle} onClose={onDone}>
        <p>{texts.keyOnce}</p>
        <Command text={key.value} />
        <p class="soft small">{texts.keyAgents}</p>
      </Dialog>
    );
  }
  return (
    <FormDialog title={texts.add} submit={texts.make} action={action} onClose={onClose}>
      <Fields of={fields} days={days} />
    </FormDialog>
  );
}

/** Renames a location, notes something about it, and sets for how long its queries are kept. */
export function ChangeLocation({ location, days, onDone, onClose }: DialogProps & { location: Location }) {
  const fields = useFields(location);
  const action = useAction(async () => {
    const body = bodyOf(fields);
    await api.call('PUT /api/v1/dns-monitoring/locations/{id}', { params: { id: location.id }, body });
    toast(texts.changed(visible(body.location_name)));
    onDone();
  });
  return (
    <FormDialog title={texts.changeTitle} submit={texts.keep} action={action} onClose={onClose}>
      <Fields of={fields} days={days} />
    </FormDialog>
  );
}

interface LocationFields {
  readonly name: Signal<string>;
  readonly description: Signal<string>;
  readonly retention: Signal<string>;
}

function useFields(location: Location | undefined): LocationFields {
  return {
    name: useSignal(location?.location_name ?? ''),
    description: useSignal(location?.description ?? ''),
    retention: useSignal(location?.retention_days == null ? '' : String(location.retention_days)),
  };
}

function bodyOf({ name, description, retention }: LocationFields) {
  return {
    location_name: name.value.trim(),
    description: noteOf(description),
    retention_days: retention.value.trim() === '' ? null : Number(retention.value),
  };
}

function Fields({ of, days }: { of: LocationFields; days: number | undefined }) {
  return (
    <>
      <TextField label={texts.name} required maxLength={200} autofocus {...typed(of.name)} />
      <TextField
        label={texts.description}
        hint={texts.descriptionHint}
        maxLength={2_000}
        {...typed(of.description)}
      />
      <TextField
        label={texts.retention}
        hint={days !== undefined && texts.retentionHint(count(days))}
        type="number"
        min={1}
        max={3_650}
        {...typed(of.retention)}
      />
    </>
  );
}
